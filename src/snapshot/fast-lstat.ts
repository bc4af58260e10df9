import { lstatSync } from "node:fs";
import type { DiskStat } from "./disk.ts";

/**
 * `lstat` without a `BigIntStats`: Node builds four dates and eighteen numbers for each, which is as much work as the
 * system call itself and half of a quiet look (bench/README.md). `undefined` where a path isn't there.
 */
export type FastLstat = (path: string) => DiskStat | undefined;

/** The native call behind `lstatSync`: fills one shared array, or answers `undefined` where nothing is. */
type NativeLstat = (
  path: string,
  bigint: true,
  request: undefined,
  throwIfNoEntry: false,
) => BigInt64Array | undefined;

/** Order of the native array's fields that are used. */
const field = { dev: 0, mode: 1, ino: 7, size: 8, mtime: 12, ctime: 14 } as const;
const SECOND = 1_000_000_000n;

/** Releases in which it was tried. In others the public function is used. */
const TRIED_MAJORS = new Set(["20", "22", "24"]);

/**
 * Takes the native call from `process.binding`, which is deprecated but is there in all releases that were
 * tried. Used only where it gives what `lstatSync` gives, for a folder and for nothing; `undefined` where it
 * isn't so, or where asking for it would print a warning.
 */
export function fastLstat(): FastLstat | undefined {
  const native = nativeLstat();
  if (native === undefined) return undefined;
  const lstat: FastLstat = (path) => {
    const fields = native(path, true, undefined, false);
    return fields === undefined ? undefined : statOf(fields);
  };
  return agrees(lstat, "/") && agrees(lstat, "/valehook/is/not/here") ? lstat : undefined;
}

function statOf(fields: BigInt64Array): DiskStat {
  return {
    mtimeNs: (fields[field.mtime] ?? 0n) * SECOND + (fields[field.mtime + 1] ?? 0n),
    ctimeNs: (fields[field.ctime] ?? 0n) * SECOND + (fields[field.ctime + 1] ?? 0n),
    size: fields[field.size] ?? 0n,
    ino: fields[field.ino] ?? 0n,
    mode: fields[field.mode] ?? 0n,
    dev: fields[field.dev] ?? 0n,
  };
}

function nativeLstat(): NativeLstat | undefined {
  if (!TRIED_MAJORS.has(process.versions.node.split(".")[0] ?? "") || isRestricted()) {
    return undefined;
  }
  const binding: unknown = Reflect.get(process, "binding");
  if (typeof binding !== "function") return undefined;
  const fs: unknown = Reflect.apply(binding, process, ["fs"]);
  const lstat: unknown =
    typeof fs === "object" && fs !== null ? Reflect.get(fs, "lstat") : undefined;
  return typeof lstat === "function" ? (lstat as NativeLstat) : undefined;
}

/** Under the permission model the binding is refused; with pending deprecations shown it prints a warning. */
function isRestricted(): boolean {
  const options = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  const warns = process.env["NODE_PENDING_DEPRECATION"] === "1";
  return warns || options.includes("pending-deprecation") || Reflect.has(process, "permission");
}

function agrees(lstat: FastLstat, path: string): boolean {
  const told = lstatSync(path, { bigint: true, throwIfNoEntry: false });
  const seen = lstat(path);
  if (told === undefined || seen === undefined) return told === seen;
  return (
    seen.mtimeNs === told.mtimeNs &&
    seen.ctimeNs === told.ctimeNs &&
    seen.size === told.size &&
    seen.ino === told.ino &&
    seen.mode === told.mode &&
    seen.dev === told.dev
  );
}
