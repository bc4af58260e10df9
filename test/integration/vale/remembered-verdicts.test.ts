import { readFileSync } from "node:fs";
import { expect, test } from "vitest";
import { checksFingerprint } from "../../../src/vale/checks-fingerprint.ts";
import { nodeFileIo } from "../../../src/vale/file-io.ts";
import type { VerdictCache } from "../../../src/vale/verdict-cache.ts";
import { stubVale, verdicts } from "../../support/vale-check.ts";
import { valePath } from "../../support/vale.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

class MemoryCache implements VerdictCache {
  readonly keys = new Set<string>();

  isClean(key: string): boolean {
    return this.keys.has(key);
  }

  rememberClean(key: string): void {
    this.keys.add(key);
  }
}

function remembering(cache: VerdictCache, checks: string | undefined = "checks") {
  return { cache, checksOf: () => checks };
}

function workspaceWith(files: Readonly<Record<string, string>>): TestWorkspace {
  return makeWorkspace({ kind: "plain", files: { ...foobadStyle(), ...files } });
}

test("a clean file isn't run again until its content, its path or the checks change", async () => {
  const workspace = workspaceWith({ "a.md": "fine\n", "b.md": "foobad\n" });
  const cache = new MemoryCache();
  const paths = ["a.md", "b.md"];
  const first = await verdicts(workspace, paths, { verdicts: remembering(cache) });
  expect(first).toEqual({ "a.md": "clean", "b.md": "1:1-7 T.Foo" });
  const again = await verdicts(workspace, paths, { verdicts: remembering(cache) });
  expect(again).toEqual({ "a.md": "clean, remembered", "b.md": "1:1-7 T.Foo" });
  const others = await verdicts(workspace, paths, { verdicts: remembering(cache, "other checks") });
  expect(others["a.md"]).toBe("clean");
  workspace.write("c.md", "fine\n");
  expect(await verdicts(workspace, ["c.md"], { verdicts: remembering(cache) })).toEqual({
    "c.md": "clean",
  });
  workspace.write("a.md", "foobad\n");
  expect(await verdicts(workspace, ["a.md"], { verdicts: remembering(cache) })).toEqual({
    "a.md": "1:1-7 T.Foo",
  });
});

test("with all remembered Vale isn't started", async () => {
  const workspace = workspaceWith({ "a.md": "fine\n" });
  const cache = new MemoryCache();
  const vale = { path: stubVale(workspace, "answer({});") };
  await verdicts(workspace, ["a.md"], { vale, verdicts: remembering(cache) });
  const log = `${workspace.home}/stub/runs.log`;
  const runs = readFileSync(log, "utf8");
  await verdicts(workspace, ["a.md"], { vale, verdicts: remembering(cache) });
  expect(readFileSync(log, "utf8")).toBe(runs);
});

test("nothing is remembered of what has findings, failed, or changed while Vale read it", async () => {
  const workspace = workspaceWith({
    "a.md": "fine\n",
    "b.md": "foobad\n",
    "c.md": "---\na: [\n---\n",
  });
  const cache = new MemoryCache();
  await verdicts(workspace, ["b.md", "c.md", "gone.md"], { verdicts: remembering(cache) });
  const vale = { path: stubVale(workspace, `fs.writeFileSync("a.md", "finer\\n"); answer({});`) };
  await verdicts(workspace, ["a.md"], { vale, verdicts: remembering(cache) });
  await verdicts(workspace, ["b.md"], { verdicts: { cache, checksOf: () => undefined } });
  expect([...cache.keys]).toEqual([]);
});

test("the keys hold nothing of the text or the path", async () => {
  const workspace = workspaceWith({ "secret-name.md": "secret text\n" });
  const cache = new MemoryCache();
  await verdicts(workspace, ["secret-name.md"], { verdicts: remembering(cache) });
  expect([...cache.keys].join()).toMatch(/^[0-9a-f]{32}$/);
});

test("the fingerprint changes with any rule, any file that comes or goes, the options and Vale itself", () => {
  const workspace = workspaceWith({ "vale-copy": "one" });
  const files = [".vale.ini", "styles/T/Foo.yml", "styles/T/New.yml", "styles"].map((path) =>
    workspace.at(path),
  );
  const source = { vale: { path: workspace.at("vale-copy") }, files, options: ["no-global"] };
  const print = (over: Partial<typeof source> = {}) =>
    checksFingerprint({ ...source, ...over }, nodeFileIo);
  const seen = [print()];
  expect(print()).toBe(seen[0]);
  expect(print({ files: files.toReversed() })).toBe(seen[0]);
  workspace.write(".vale.ini", workspace.read(".vale.ini"));
  expect(print()).toBe(seen[0]);
  workspace.write(
    "styles/T/Foo.yml",
    workspace.read("styles/T/Foo.yml").replace("foobad", "foogood"),
  );
  seen.push(print());
  workspace.write("styles/T/New.yml", "");
  seen.push(print());
  workspace.write("vale-copy", "another");
  seen.push(print(), print({ options: ["global"] }), print({ vale: { path: valePath() } }));
  expect(new Set(seen).size).toBe(seen.length);
  expect(print({ vale: { path: "/nowhere/vale" } })).toBeUndefined();
});
