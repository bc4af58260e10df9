/** One `.gitignore` file, its patterns compiled. */
export interface IgnoreFile {
  /** The folder it lies in, with a slash at the end; empty for the root. */
  readonly base: string;
  /** What the file says of a path relative to `base`; a folder's path ends in a slash. */
  readonly judge: (path: string) => "ignored" | "unignored" | undefined;
}

/** Compiles the text of a `.gitignore` file that lies in a folder (empty = the root). */
export async function ignoreFile(folder: string, text: string): Promise<IgnoreFile> {
  const { default: ignore } = await import("ignore");
  const set = ignore({ ignoreCase: false }).add(text.replace(/^\uFEFF/, ""));
  return {
    base: folder === "" ? "" : `${folder}/`,
    judge: (path) => {
      const { ignored, unignored } = set.test(path);
      return ignored ? "ignored" : unignored ? "unignored" : undefined;
    },
  };
}

/**
 * Whether a path is ignored: the nearest file that says anything decides, as in Git. The caller asks from the
 * root down, so that nothing below an ignored folder is ever asked about.
 */
export function isIgnored(files: readonly IgnoreFile[], path: string): boolean {
  for (const file of files) {
    const verdict = file.judge(path.slice(file.base.length));
    if (verdict !== undefined) return verdict === "ignored";
  }
  return false;
}
