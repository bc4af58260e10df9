import { textsDigest } from "../base/digest.ts";
import { lineDigest } from "../base/text-lines.ts";
import type { JudgedFile } from "../check/judge-file.ts";
import { blockKey } from "../report/finding-keys.ts";
import { isAtLeast, type Finding } from "../vale/finding.ts";
import type { RootSession } from "./root-session.ts";

/** The findings of a file that the settings list: the new ones, or all. */
export function listedFindings(root: RootSession, file: JudgedFile): readonly Finding[] {
  return root.open.settings.report === "all" ? file.outcome.findings : file.fresh;
}

/** The listed findings that are severe enough to block a Stop, with the digests under which they are remembered. */
export function blockingFindings(
  root: RootSession,
  file: JudgedFile,
): readonly { readonly finding: Finding; readonly key: string }[] {
  const { blockOn } = root.open.settings;
  if (blockOn === "never") return [];
  const digestOf = lineDigests(file.lines);
  return listedFindings(root, file)
    .filter(({ severity }) => isAtLeast(severity, blockOn))
    .map((finding) => {
      const { path, check, match } = finding;
      return { finding, key: blockKey(path, check, digestOf(finding.line), match) };
    });
}

/** Digests of lines by their number, each made once: one line may hold tens of thousands of findings. */
function lineDigests(lines: readonly string[]): (line: number) => string {
  const known = new Map<number, string>();
  return (line) => {
    const digest = known.get(line) ?? lineDigest(lines[line - 1] ?? "");
    known.set(line, digest);
    return digest;
  };
}

/** Digest of what is listed of a file: equal if an agent would read the same again. */
export function listedDigest(root: RootSession, file: JudgedFile): string {
  const parts = ["listed"];
  for (const { line, column, severity, check, message } of listedFindings(root, file)) {
    parts.push(`${line}:${column} ${severity} ${check}`, message);
  }
  return textsDigest(parts);
}
