const PLAIN = /^[\w@%+=:,./-]+$/;
const PLAIN_ON_WINDOWS = /^[\w@+=:,.\\/~-]+$/;

/** One word for a POSIX shell, quoted only where it must be. */
export function posixWord(word: string): string {
  return PLAIN.test(word) ? word : `'${word.replaceAll("'", `'\\''`)}'`;
}

/** Whether PowerShell and cmd.exe both read a word as it is, without quotes. */
export function isPlainOnWindows(word: string): boolean {
  return PLAIN_ON_WINDOWS.test(word);
}

/**
 * One argument that PowerShell and cmd.exe read alike. Double quotes keep blanks together in both. A file name on Windows has no
 * double quote in it.
 */
export function windowsArgument(word: string): string {
  return isPlainOnWindows(word) ? word : `"${word}"`;
}

/** A Windows path with forward slashes, which Node, Git Bash and exec forms take and no shell takes for an escape. */
export function forwardSlashes(path: string): string {
  return path.replaceAll("\\", "/");
}

/** The words of a shell command, quotes removed; enough to recognise a command that valehook wrote. */
export function shellWords(command: string): readonly string[] {
  const words = command.match(/(?:"(?:\\.|[^"\\])*"|'[^']*'|[^\s"'])+/g) ?? [];
  return words.map((word) => word.replaceAll(/["']/g, ""));
}
