import { readdirSync, readFileSync } from "node:fs";
import { dirname, extname, join, relative, resolve, sep } from "node:path";

import { errnoOf, isAbsent } from "../base/errno.ts";
import { failure, success } from "../base/result.ts";
import { readValeIni } from "./vale-ini.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { Result } from "../base/result.ts";
import type { ValeIni } from "./vale-ini.ts";
import type { ValeProblem } from "../base/problem.ts";

/** Where the parts of a Vale configuration lie, and what it adds to the formats. */
export interface ValeConfigParts {
  /** Absolute; not all of them need exist. Empty where none is set: Vale then has its built-in style only. */
  readonly stylesPaths: readonly string[];
  /** Absolute paths of the XSL stylesheets that it names. */
  readonly transforms: readonly string[];
  /** `[formats]`, as in {@link ValeIni.formats}. */
  readonly formats: ReadonlyMap<string, string>;
  /** As in {@link ValeIni.patterns}. */
  readonly patterns: readonly string[];
  /** As in {@link ValeIni.sections}. */
  readonly sections: readonly string[];
}

/**
 * Reads which folders and files a Vale configuration uses, relative to the configuration's own folder (as
 * named: a link is not followed). Configurations that packages brought (`.vale-config` below a StylesPath) may
 * map further formats and have sections of their own.
 */
export function readConfigParts(file: string): Result<ValeConfigParts, ValeProblem> {
  try {
    return success(partsOf(file));
  } catch (error) {
    return failure({ code: "vale-config-unreadable", path: file, errno: errnoOf(error) });
  }
}

/** The StylesPaths that lie below a workspace's root, as rules take them. */
export function stylesPathsBelow(root: string, parts: readonly ValeConfigParts[]): RelPath[] {
  const below = new Set<string>();
  for (const path of parts.flatMap((part) => part.stylesPaths)) {
    const inside = relative(root, path).split(sep).join("/");
    if (inside !== "" && inside !== ".." && !inside.startsWith("../")) below.add(inside);
  }
  return [...below] as RelPath[];
}

function partsOf(file: string): ValeConfigParts {
  const folder = dirname(file);
  const own = readValeIni(readFileSync(file, "utf8"));
  const stylesPaths = [...new Set(own.stylesPaths.map((path) => resolve(folder, path)))];
  const all = [own, ...stylesPaths.flatMap((path) => packagedConfigs(join(path, ".vale-config")))];
  return {
    stylesPaths,
    transforms: own.transforms.map((path) => resolve(folder, path)),
    formats: new Map(all.flatMap((ini) => [...ini.formats])),
    patterns: all.flatMap((ini) => ini.patterns),
    sections: all.flatMap((ini) => ini.sections),
  };
}

function packagedConfigs(folder: string): ValeIni[] {
  try {
    return readdirSync(folder)
      .filter((name) => extname(name) === ".ini")
      .sort()
      .map((name) => readValeIni(readFileSync(join(folder, name), "utf8")));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
