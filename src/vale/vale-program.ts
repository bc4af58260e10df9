/** A Vale that was found and can be started. */
export interface ValeProgram {
  /** Absolute path of the executable. */
  readonly path: string;
}
