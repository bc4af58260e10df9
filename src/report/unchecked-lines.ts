import { explainLine } from "../base/explain.ts";
import type { Unchecked } from "../base/problem.ts";
import { lineBytes } from "./fit.ts";
import { groupBy } from "../base/group-by.ts";
import { count, nameList } from "./phrases.ts";

/**
 * What could not be checked and why, files with the same cause on one line, in at most `maxBytes` UTF-8 bytes. What
 * has no room is counted in a last line, so that no file is passed over in silence.
 */
export function uncheckedLines(unchecked: readonly Unchecked[], maxBytes: number): string[] {
  const causes = [...groupBy(unchecked, ({ problem }) => explainLine(problem))];
  const lines: string[] = [];
  let left = maxBytes - 60;
  let untold = 0;
  for (const [cause, files] of causes) {
    const line = `Not checked: ${nameList(files.map(({ path }) => path))}: ${cause}`;
    if (lineBytes(line) > left) {
      untold += files.length;
      continue;
    }
    left -= lineBytes(line);
    lines.push(line);
  }
  if (untold > 0)
    lines.push(`Not checked: ${count(untold, lines.length > 0 ? "more file" : "file")}.`);
  return lines;
}
