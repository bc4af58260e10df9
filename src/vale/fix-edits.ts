import type { Finding } from "./finding.ts";

/** A text with the unambiguous fixes of its findings in it. */
export interface FixedText {
  readonly text: Buffer;
  /** The findings that were fixed. */
  readonly applied: readonly Finding[];
}

/** Replaces the bytes `[begin, end)`. */
interface Edit {
  readonly begin: number;
  readonly end: number;
  readonly text: string;
  readonly finding: Finding;
}

/**
 * Makes the fixes that leave no choice: an action with one outcome, whose match stands at its place and
 * which no other fix touches. Two that ask for the same are one.
 * All other bytes (line ends, a byte order mark) stay as they are. Pure.
 */
export function fixText(text: Buffer, findings: readonly Finding[]): FixedText {
  const lines = lineStarts(text);
  const edits = findings
    .map((finding) => editFor(text, lines, finding))
    .filter((edit) => edit !== undefined)
    .sort((a, b) => a.begin - b.begin || a.end - b.end);
  const kept = withoutConflicts(withoutRepeats(edits));
  const parts: Buffer[] = [];
  let last = 0;
  for (const edit of kept) {
    parts.push(text.subarray(last, edit.begin), Buffer.from(edit.text, "utf8"));
    last = edit.end;
  }
  parts.push(text.subarray(last));
  return { text: Buffer.concat(parts), applied: kept.map((edit) => edit.finding) };
}

function editFor(text: Buffer, lines: readonly number[], finding: Finding): Edit | undefined {
  const replacement = onlyReplacement(finding);
  if (replacement === undefined || finding.match === "") return undefined;
  if (losesCapital(finding.match, replacement)) return undefined;
  const start = lines[finding.line - 1];
  if (start === undefined) return undefined;
  const line = text.toString("utf8", start, lines[finding.line] ?? text.length);
  const before = Array.from(line.replace(/^\uFEFF/, "")).slice(0, finding.column - 1);
  const mark = line.startsWith("\uFEFF") ? 3 : 0;
  const begin = start + mark + Buffer.byteLength(before.join(""));
  const end = begin + Buffer.byteLength(finding.match);
  if (text.toString("utf8", begin, end) !== finding.match) return undefined;
  const edit = { begin, end, text: replacement, finding };
  return replacement === "" ? withOneSpace(text, edit) : edit;
}

/**
 * Whether a fix would begin in lower case what began with a capital: a sentence's first word should keep it, `Iphone`
 * shouldn't. A rule says which with `capitalize`.
 */
function losesCapital(match: string, replacement: string): boolean {
  return /^\p{Lu}/u.test(match) && /^\p{Ll}/u.test(replacement);
}

/** The one text to put in place of a match; `undefined` where there is none or a choice. */
function onlyReplacement({ action, suggestions }: Finding): string | undefined {
  if (action.name === "remove") return "";
  if (action.name === "replace") return action.params.length === 1 ? action.params[0] : undefined;
  // Vale 3.16 and later work other actions out (`edit`, `convert`); what a dictionary suggests is a guess.
  const workedOut = action.name !== "" && action.name !== "suggest" && suggestions.length === 1;
  return workedOut ? suggestions[0] : undefined;
}

/** A word that goes takes one space with it, so that no two are left: the one behind it, else the one before. */
function withOneSpace(text: Buffer, edit: Edit): Edit {
  const space = 0x20;
  if (text[edit.end] === space) return { ...edit, end: edit.end + 1 };
  return text[edit.begin - 1] === space ? { ...edit, begin: edit.begin - 1 } : edit;
}

function withoutRepeats(edits: readonly Edit[]): Edit[] {
  return edits.filter((edit, index) => {
    const before = edits[index - 1];
    return (
      before === undefined ||
      before.begin !== edit.begin ||
      before.end !== edit.end ||
      before.text !== edit.text
    );
  });
}

/** Leaves out every edit that shares a byte with another one. Takes and gives them in order. */
function withoutConflicts(edits: readonly Edit[]): Edit[] {
  const kept: Edit[] = [];
  let cluster: Edit[] = [];
  let clusterEnd = -1;
  const close = (): void => {
    if (cluster.length === 1) kept.push(...cluster);
    cluster = [];
  };
  for (const edit of edits) {
    if (edit.begin >= clusterEnd) close();
    cluster.push(edit);
    clusterEnd = Math.max(clusterEnd, edit.end);
  }
  close();
  return kept;
}

/** Byte offset at which each line starts. */
function lineStarts(text: Buffer): number[] {
  const starts = [0];
  for (let at = text.indexOf(0x0a); at >= 0; at = text.indexOf(0x0a, at + 1)) starts.push(at + 1);
  return starts;
}
