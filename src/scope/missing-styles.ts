import { readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join, resolve } from "node:path";

import type { ValeProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { errnoOf, isAbsent } from "../base/errno.ts";
import { readValeIni } from "./vale-ini.ts";

/** What a Vale configuration names and its StylesPath doesn't have. */
export interface MissingStyles {
  /** Styles that a section is based on. */
  readonly styles: readonly string[];
  /** Packages that were never brought by `vale sync`. */
  readonly packages: readonly string[];
}

/**
 * Looks for the styles and packages of a Vale configuration below its StylesPaths. A package that is there is a folder of
 * its name or, where it only brings configuration, `.vale-config/<n>-<name>.ini` (Vale 3.15 and 3.22). Styles may also
 * lie in Vale's own folders, which only Vale knows: one that is missing here is a hint until Vale says so.
 */
export function missingStyles(file: string): Result<MissingStyles, ValeProblem> {
  try {
    const ini = readValeIni(readFileSync(file, "utf8"));
    const folders = ini.stylesPaths.map((path) => resolve(dirname(file), path));
    const isThere = (name: string): boolean => folders.some((path) => isFolder(join(path, name)));
    const configured = new Set(
      folders.flatMap((path) => packagedNames(join(path, ".vale-config"))),
    );
    return success({
      styles: ini.styles.filter((name) => name !== "Vale" && !isThere(name)),
      packages: ini.packages.filter((named) => {
        const name = packageName(named);
        return !isThere(name) && !configured.has(name);
      }),
    });
  } catch (error) {
    return failure({ code: "vale-config-unreadable", path: file, errno: errnoOf(error) });
  }
}

/** `Google`, `https://example.org/Google.zip` and `pkg/Google.zip` are the package Google. */
function packageName(named: string): string {
  return basename(named).replace(/\.zip$/, "");
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
}

function packagedNames(folder: string): string[] {
  try {
    return readdirSync(folder).map((name) => name.replace(/^\d+-/, "").replace(/\.ini$/, ""));
  } catch (error) {
    if (isAbsent(error)) return [];
    throw error;
  }
}
