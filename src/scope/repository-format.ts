import { readFileSync } from "node:fs";
import { join } from "node:path";

import { isAbsent } from "../base/errno.ts";
import type { DigestFormat } from "../base/digest.ts";

/** The settings of a repository that decide where its work tree is and how it names objects. */
export interface RepositoryFormat {
  readonly bare: boolean;
  /** `core.worktree` as written: absolute, or relative to Git's folder. */
  readonly worktree: string | undefined;
  readonly objectFormat: DigestFormat;
}

/**
 * Reads them from the repository's own files, as Git does before it knows anything else (included files
 * and the person's configuration do not count). `core.bare` and `core.worktree` of the shared file bind
 * the main work tree only, unless `extensions.worktreeConfig` is set.
 */
export function readRepositoryFormat(gitDir: string, commonDir: string): RepositoryFormat {
  const shared = readConfig(join(commonDir, "config"));
  const perWorktree = isTrue(shared.get("extensions.worktreeconfig"));
  const own = perWorktree ? readConfig(join(gitDir, "config.worktree")) : new Map<string, string>();
  const bindsHere = gitDir === commonDir || perWorktree;
  const read = (key: string) => (bindsHere ? (own.get(key) ?? shared.get(key)) : undefined);
  return {
    bare: isTrue(read("core.bare")),
    worktree: read("core.worktree"),
    objectFormat: shared.get("extensions.objectformat") === "sha256" ? "sha256" : "sha1",
  };
}

const DECIDES = /bare|worktree|objectformat/i;

/** Values by lower-case `section.key`, last one wins; sections with a subsection are left out. */
function readConfig(path: string): Map<string, string> {
  const values = new Map<string, string>();
  const text = readIfThere(path);
  if (!DECIDES.test(text)) return values;
  let section = "";
  for (const line of text.replace(/\\\r?\n/g, "").split("\n")) {
    const header = /^\s*\[\s*([^\]"\s]*)\s*("(?:[^"\\]|\\.)*")?\s*\]/.exec(line);
    if (header !== null) section = header[2] === undefined ? (header[1] ?? "").toLowerCase() : "";
    const rest = header === null ? line : line.slice(header[0].length);
    const pair = /^\s*([A-Za-z][A-Za-z0-9-]*)\s*(?:=\s*(.*))?$/.exec(rest.replace(/\r$/, ""));
    if (pair === null || section === "") continue;
    values.set(`${section}.${(pair[1] ?? "").toLowerCase()}`, unquote(pair[2] ?? "true"));
  }
  return values;
}

function readIfThere(path: string): string {
  try {
    return readFileSync(path, "utf8");
  } catch (error) {
    if (isAbsent(error)) return "";
    throw error;
  }
}

const escapes: Readonly<Record<string, string>> = { n: "\n", t: "\t", b: "\b" };

/** A value without its quotes, escapes and trailing comment. */
function unquote(raw: string): string {
  let value = "";
  let quoted = false;
  let kept = 0;
  for (let index = 0; index < raw.length; index += 1) {
    const char = raw.charAt(index);
    if (char === '"') quoted = !quoted;
    else if (!quoted && (char === "#" || char === ";")) break;
    else if (char === "\\") {
      index += 1;
      value += escapes[raw.charAt(index)] ?? raw.charAt(index);
    } else value += char;
    if (quoted || !/\s/.test(char)) kept = value.length;
  }
  return value.slice(0, kept);
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[1-9]\d*)$/i.test(value);
}
