/** The code of a system error (`ENOENT` …). Anything else is a bug and is thrown on. */
export function errnoOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string") {
    return error.code;
  }
  throw error;
}
