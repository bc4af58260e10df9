import { lstatSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { expect, test } from "vitest";
import { fastLstat } from "../../../src/snapshot/fast-lstat.ts";

test("the native call answers as lstatSync does, wherever it is used", () => {
  const lstat = fastLstat() ?? ((path) => lstatSync(path, { bigint: true, throwIfNoEntry: false }));
  const own = fileURLToPath(import.meta.url);
  const told = lstatSync(own, { bigint: true });
  expect(lstat(own)).toMatchObject({
    mtimeNs: told.mtimeNs,
    ctimeNs: told.ctimeNs,
    size: told.size,
    ino: told.ino,
    mode: told.mode,
    dev: told.dev,
  });
  expect(lstat(`${own}.not-here`)).toBeUndefined();
  expect(() => lstat(`${own}/below`)).toThrow("ENOTDIR");
  expect(() => lstat(`/${"x".repeat(300)}`)).toThrow("ENAMETOOLONG");
});
