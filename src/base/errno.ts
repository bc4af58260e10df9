/** The code of an error that the operating system raised, such as `ENOENT`; undefined for any other. */
export function systemErrorCode(error: unknown): string | undefined {
  if (!(error instanceof Error) || !("syscall" in error) || !("code" in error)) return undefined;
  return typeof error.code === "string" ? error.code : undefined;
}

/** {@link systemErrorCode} of what can only be a system error: anything else is a bug and is thrown on. */
export function errnoOf(error: unknown): string {
  const code = systemErrorCode(error);
  if (code === undefined) throw error;
  return code;
}

/** Whether a system error says that nothing is there (any more). Anything else is a bug and is thrown on. */
export function isAbsent(error: unknown): boolean {
  const errno = errnoOf(error);
  return errno === "ENOENT" || errno === "ENOTDIR";
}
