/** The Vale configuration that applies to a file, and the folder that Vale runs from with it. */
export interface ValeConfigRef {
  /** Absolute path of the configuration file. */
  readonly file: string;
  /**
   * Absolute working folder: the configuration's own, or the scope's root where the configuration was
   * named (`--config`, `VALE_CONFIG_PATH`). Vale matches its sections against paths relative to it.
   */
  readonly folder: string;
}
