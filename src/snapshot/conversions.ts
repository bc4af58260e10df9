import { relPathFromBytes, type RelPath } from "../base/rel-path.ts";

/**
 * What may lie between a blob and a file's bytes: `none`; `line-ends` (a conversion, if it happened, changed the size);
 * `any` (a filter, an expanded keyword, another encoding).
 */
export type Conversion = "none" | "line-ends" | "any";

/** Attributes that name a conversion which can keep the size: only their absence is safe. */
const ANY_SIZE = new Set(["filter", "ident", "working-tree-encoding"]);
const LINE_ENDS = new Set(["text", "eol", "crlf"]);
const NAMES_FALSE = new Set(["false", "no", "off", "0", ""]);

/**
 * Reads which files may be converted.
 * @param config output of `git config -z --list`
 * @param attributes output of `git check-attr -z --stdin --all`
 */
export function conversionsOf(config: Buffer, attributes: Buffer): (path: RelPath) => Conversion {
  const byDefault: Conversion = convertsLineEnds(config) ? "line-ends" : "none";
  const named = namedConversions(attributes);
  return (path) => {
    const own = named.get(path);
    if (own === undefined) return byDefault;
    if (own.any) return "any";
    if (own.binary) return "none";
    return own.lineEnds ? "line-ends" : byDefault;
  };
}

/** Whether `core.autocrlf` is on; its last value counts. */
function convertsLineEnds(config: Buffer): boolean {
  let on = false;
  for (const entry of config.toString("latin1").split("\0")) {
    const line = entry.indexOf("\n");
    const key = line === -1 ? entry : entry.slice(0, line);
    if (key.toLowerCase() !== "core.autocrlf") continue;
    on = line === -1 || !NAMES_FALSE.has(entry.slice(line + 1).toLowerCase());
  }
  return on;
}

interface Named {
  any: boolean;
  lineEnds: boolean;
  binary: boolean;
}

function namedConversions(attributes: Buffer): Map<RelPath, Named> {
  const named = new Map<RelPath, Named>();
  let rest = 0;
  const next = (): Buffer | undefined => {
    const nul = attributes.indexOf(0, rest);
    if (nul === -1) return undefined;
    const field = attributes.subarray(rest, nul);
    rest = nul + 1;
    return field;
  };
  for (let path = next(); path !== undefined; path = next()) {
    const attribute = next()?.toString("latin1") ?? "";
    const value = next()?.toString("latin1") ?? "";
    note(named, path, attribute, value);
  }
  return named;
}

function note(named: Map<RelPath, Named>, path: Buffer, attribute: string, value: string): void {
  const any = ANY_SIZE.has(attribute);
  if (!any && !LINE_ENDS.has(attribute)) return;
  const name = relPathFromBytes(path);
  const known = named.get(name) ?? { any: false, lineEnds: false, binary: false };
  named.set(name, known);
  const off = value === "unset";
  if (any) known.any ||= !off;
  // `-text` rules out a conversion whatever else is said; `-crlf` is its older name, which `text` overrides.
  else if (attribute === "text" && off) known.binary = true;
  else if (attribute !== "crlf" || !off) known.lineEnds = true;
}
