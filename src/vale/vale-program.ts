/** A Vale that was found and can be started. */
export interface ValeProgram {
  /** Absolute path of the executable. */
  readonly path: string;
  /** Its `PATH`, by which it finds its parsers; default the caller's. */
  readonly searchPath?: string;
}
