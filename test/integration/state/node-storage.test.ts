import { mkdir, readdir, readFile, stat, symlink, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { expect, test } from "vitest";
import { nodeStorage } from "../../../src/state/node-storage.ts";
import { temporaryFolder } from "../../support/temporary-folder.ts";

const durable = { durable: true };
const bytes = (text: string) => Buffer.from(text, "utf8");

test("files are made 0600 and folders 0700", async () => {
  const folder = join(await temporaryFolder(), "a", "b");
  await nodeStorage.makeFolder(folder);
  await nodeStorage.writeAtomic(join(folder, "w"), bytes("x"), durable);
  await nodeStorage.createOnce(join(folder, "c"), bytes("x"));
  await nodeStorage.append(join(folder, "p"), bytes("x"));
  const modes = await Promise.all(
    [folder, "w", "c", "p"].map(async (name) => {
      const path = name === folder ? folder : join(folder, name);
      return ((await stat(path)).mode & 0o777).toString(8);
    }),
  );
  expect(modes).toEqual(["700", "600", "600", "600"]);
});

test("a refused replacement leaves the file and nothing beside it", async () => {
  const folder = await temporaryFolder();
  const path = join(folder, "f");
  await writeFile(path, "old");
  const options = { ...durable, mayReplace: () => Promise.resolve(false) };
  expect(await nodeStorage.writeAtomic(path, bytes("new"), options)).toEqual({
    ok: true,
    value: false,
  });
  expect(await readFile(path, "utf8")).toBe("old");
  expect(await readdir(folder)).toEqual(["f"]);
});

test("what is made once isn't made again", async () => {
  const folder = await temporaryFolder();
  const path = join(folder, "f");
  expect(await nodeStorage.createOnce(path, bytes("first"))).toEqual({ ok: true, value: true });
  expect(await nodeStorage.createOnce(path, bytes("second"))).toEqual({ ok: true, value: false });
  expect(await readFile(path, "utf8")).toBe("first");
  expect(await readdir(folder)).toEqual(["f"]);
});

test("a link in the place of a file is replaced or refused, never written through", async () => {
  const folder = await temporaryFolder();
  const target = join(folder, "target");
  await writeFile(target, "theirs");
  await symlink(target, join(folder, "link"));
  expect(await nodeStorage.append(join(folder, "link"), bytes("ours"))).toMatchObject({
    ok: false,
    problem: { errno: "ELOOP" },
  });
  await nodeStorage.writeAtomic(join(folder, "link"), bytes("ours"), durable);
  expect(await readFile(target, "utf8")).toBe("theirs");
  expect(await readFile(join(folder, "link"), "utf8")).toBe("ours");
});

test("what the system says against it is told with its errno", async () => {
  const folder = await temporaryFolder();
  await mkdir(join(folder, "full"));
  await writeFile(join(folder, "full", "x"), "");
  expect(await nodeStorage.writeAtomic(join(folder, "full"), bytes("x"), durable)).toEqual({
    ok: false,
    problem: { path: join(folder, "full"), errno: "EISDIR" },
  });
  expect(await nodeStorage.read(join(folder, "absent"))).toEqual({ ok: true, value: undefined });
  expect(await nodeStorage.entry(join(folder, "absent"))).toEqual({ ok: true, value: undefined });
  expect(await nodeStorage.list(join(folder, "absent"))).toEqual({ ok: true, value: [] });
  expect(await nodeStorage.remove(join(folder, "absent"))).toEqual({ ok: true, value: undefined });
  expect((await readdir(folder)).toSorted()).toEqual(["full"]);
});
