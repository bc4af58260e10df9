/**
 * What `lstat` says of a file, exact. Compared for equality only, never for order: clocks step back,
 * and tools restore times.
 */
export interface FileStamp {
  readonly mtimeNs: bigint;
  readonly ctimeNs: bigint;
  readonly size: bigint;
  readonly ino: bigint;
}

export function sameStamp(a: FileStamp, b: FileStamp): boolean {
  return a.mtimeNs === b.mtimeNs && a.ctimeNs === b.ctimeNs && a.size === b.size && a.ino === b.ino;
}
