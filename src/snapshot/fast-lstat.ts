import { lstatSync } from "node:fs";
import { nativeBinding } from "../base/native-binding.ts";
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

/** The native call, where it gives what `lstatSync` gives, for a folder and for nothing; else undefined. */
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
  const fs = nativeBinding("fs");
  const lstat: unknown = fs === undefined ? undefined : Reflect.get(fs, "lstat");
  return typeof lstat === "function" ? (lstat as NativeLstat) : undefined;
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
