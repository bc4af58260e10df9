/** The lines of a Vale configuration that decide where its parts lie. */
export interface ValeIni {
  /** Values of `StylesPath`, in their order: Vale uses all of them. */
  readonly stylesPaths: readonly string[];
  /** `[formats]`: the extension (without its dot) that is read like another. */
  readonly formats: ReadonlyMap<string, string>;
  /** Values of `Transform`: stylesheets for XML. */
  readonly transforms: readonly string[];
  /** The styles that any section is based on, each once. */
  readonly styles: readonly string[];
  /** Values of `Packages`: names, addresses or paths of what `vale sync` brings. */
  readonly packages: readonly string[];
  /** The patterns of all sections about files. */
  readonly patterns: readonly string[];
  /** The patterns of the sections that turn a rule on for the files that they match. */
  readonly sections: readonly string[];
}

/** Sections that are about something else than files. */
const OTHER_SECTIONS: ReadonlySet<string> = new Set(["", "DEFAULT", "formats", "asciidoctor"]);

/** What a section says beside styles and rules (Vale 3.15 and 3.22). */
const OPTIONS: ReadonlySet<string> = new Set(
  [
    "BlockIgnores TokenIgnores IgnorePatterns CommentDelimiters Transform Lang View",
    "IgnoredScopes SkippedScopes IgnoredClasses",
  ].flatMap((line) => line.split(" ")),
);

/**
 * Reads the text of a Vale configuration as Vale's own reader does (go-ini, Vale 3.15 and 3.22, compared with
 * `vale ls-config`): `=` or `:` after a key, a comment only at the start of a line or after a blank, a backslash
 * that joins lines, values in quotes or backquotes, keys with their letter case. The npm package `ini` differs
 * in each of these.
 */
export function readValeIni(text: string): ValeIni {
  const stylesPaths: string[] = [];
  const formats = new Map<string, string>();
  const transforms: string[] = [];
  const styles = new Set<string>();
  const packages: string[] = [];
  const sections = new Set<string>();
  const patterns = new Set<string>();
  let section = "";
  for (const line of logicalLines(text)) {
    const header = /^\[(.*)\]/.exec(line);
    if (header !== null) {
      section = (header[1] ?? "").trim();
      if (!OTHER_SECTIONS.has(section)) patterns.add(section);
      continue;
    }
    const pair = /^(?:"([^"]*)"|`([^`]*)`|([^=:]*?))\s*[=:]\s*(.*)$/.exec(line);
    if (pair === null) continue;
    const key = pair[1] ?? pair[2] ?? pair[3] ?? "";
    const value = unquote(pair[4] ?? "");
    if (!OTHER_SECTIONS.has(section) && turnsOn(key, value)) sections.add(section);
    if (section === "" && key === "StylesPath") stylesPaths.push(value);
    else if (section === "formats") formats.set(key, value);
    else if (section === "" && key === "Packages") packages.push(...namesIn(value));
    else if (section !== "" && key === "Transform") transforms.push(value);
    else if (section !== "" && key === "BasedOnStyles") {
      for (const name of namesIn(value)) styles.add(name);
    }
  }
  return {
    stylesPaths,
    formats,
    transforms,
    styles: [...styles],
    packages,
    patterns: [...patterns],
    sections: [...sections],
  };
}

/** Whether a line of a section turns a rule on; so does whatever isn't known. */
function turnsOn(key: string, value: string): boolean {
  if (OPTIONS.has(key)) return false;
  return key === "BasedOnStyles" || key === "Vocab" ? namesIn(value).length > 0 : value !== "NO";
}

function logicalLines(text: string): string[] {
  const joined = text.replace(/^\uFEFF/, "").replaceAll(/\\[ \t]*\r?\n[ \t]*/g, "");
  return joined
    .split("\n")
    .map((line) => line.trim())
    .filter((line) => line !== "" && !line.startsWith("#") && !line.startsWith(";"));
}

function namesIn(list: string): string[] {
  return list
    .split(",")
    .map((name) => name.trim())
    .filter((name) => name !== "");
}

function unquote(raw: string): string {
  const quoted = /^"([^"]*)"|^`([^`]*)`|^'([^']*)'/.exec(raw);
  if (quoted !== null) return quoted[1] ?? quoted[2] ?? quoted[3] ?? "";
  return raw.replace(/\s[#;].*$/, "").trim();
}
