/**
 * The name of a system error (`ENOENT` and the like). Anything that isn't a system error is a bug and is
 * thrown on.
 */
export function errnoOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return error.code;
  throw error;
}

/** Whether a system error says that nothing is there (any more). */
export function isAbsent(error: unknown): boolean {
  const errno = errnoOf(error);
  return errno === "ENOENT" || errno === "ENOTDIR";
}
