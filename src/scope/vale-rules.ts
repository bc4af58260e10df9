import { extname, join, relative, sep } from "node:path";

import { failure } from "../base/result.ts";
import { hasEscapedBytes, type RelPath } from "../base/rel-path.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import { readConfigParts } from "./styles-path.ts";
import { mayMatchSection } from "./vale-sections.ts";
import type { ConfigFinder } from "./vale-config.ts";

/**
 * Narrows a finder of configurations to the files that one has rules for: Vale reads a file only under the sections that
 * match its path, so that a file which none can match would look clean without ever being checked. For such a file the
 * problem is `no-vale-section`. Each configuration is read once in the finder's life.
 *
 * @param isMerged whether the person's global configuration is merged in: which sections that has isn't known
 */
export function withSections(
  configFor: ConfigFinder,
  { root, isMerged }: { readonly root: string; readonly isMerged: boolean },
): ConfigFinder {
  if (isMerged) return configFor;
  const known = new Map<string, (path: string) => boolean>();
  return (path) => {
    const config = configFor(path);
    if (!config.ok || config.value === undefined || hasEscapedBytes(path)) return config;
    const { file } = config.value;
    const mayHold = known.get(file) ?? sectionTest(file);
    known.set(file, mayHold);
    return mayHold(pathBelow(config.value, root, path))
      ? config
      : failure({ code: "no-vale-section", config: file });
  };
}

/** As Vale is given it: relative to the folder that it runs from. */
function pathBelow({ folder }: ValeConfigRef, root: string, path: RelPath): string {
  return relative(folder, join(root, path)).split(sep).join("/");
}

/** What can't be read or isn't understood here is Vale's to judge, for every file. */
function sectionTest(file: string): (path: string) => boolean {
  const parts = readConfigParts(file);
  if (!parts.ok) return () => true;
  const { sections, patterns, formats } = parts.value;
  const tests = sections.flatMap((section) => mayMatchSection(section) ?? []);
  const isKnown =
    patterns.every((pattern) => mayMatchSection(pattern) !== undefined) &&
    [...formats.keys()].every((key) => /^[\w+-]+$/.test(key));
  if (!isKnown) return () => true;
  return (path) => {
    const format = formats.get(extname(path).slice(1));
    const names = format === undefined ? [path] : [path, `${withoutExtension(path)}.${format}`];
    return names.some((name) => tests.some((mayMatch) => mayMatch(name)));
  };
}

function withoutExtension(path: string): string {
  return path.slice(0, path.length - extname(path).length);
}
