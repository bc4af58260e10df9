import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { sessionPaths } from "../../../src/state/store-paths.ts";
import { agentSession, textOf } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "All is well.\n", "docs/b.md": "All is well.\n" };

function flipped(bytes: Buffer, at: number): Buffer {
  const copy = Buffer.from(bytes);
  copy[at] = (copy[at] ?? 0) ^ 0x10;
  return copy;
}

const files = ["session.json", "baseline", "current"] as const;

type Damage = (bytes: Buffer) => Buffer;
const damages: Readonly<Record<string, Damage>> = {
  "cut to nothing": () => Buffer.alloc(0),
  "cut in the middle": (bytes) => bytes.subarray(0, bytes.length >> 1),
  "with a flipped bit at its end": (bytes) => flipped(bytes, bytes.length - 2),
};
const ofSession = (version: number) => Buffer.from(`{"version":${version},"shape":"unknown"}\n`);
const later: Readonly<Record<(typeof files)[number], Damage>> = {
  "session.json": () => ofSession(9),
  // The second word of a binary file is its version.
  baseline: (bytes) => flipped(bytes, 4),
  current: (bytes) => flipped(bytes, 4),
};

const cases = files.flatMap((file) => {
  const all = { ...damages, "of a later version": later[file] };
  return Object.entries(all).map(([how, damage]) => ({ file, how, damage }));
});

describe("state that can't be used", () => {
  test.each(cases)(
    "$file $how is told once, set aside as it was and replaced by a new baseline",
    async ({ file, damage }) => {
      const workspace = makeWorkspace({ files: start });
      const session = agentSession(workspace);
      await session.pre();
      workspace.write("docs/a.md", "Changed, but fine.\n");
      await session.post();
      const stateFolder = workspace.at(".git/vale-state");
      const { folder } = sessionPaths(stateFolder, session.id);
      const damaged = damage(readFileSync(join(folder, file)));
      writeFileSync(join(folder, file), damaged);
      workspace.write("docs/a.md", "foobad\n");
      const answers = [await session.stop(), await session.post()];
      for (const { raw, blocked } of answers) {
        expect(raw).toMatchObject({ code: 0, stderr: "" });
        expect(blocked).toBeUndefined();
      }
      expect(
        answers
          .map(textOf)
          .join("\n")
          .match(/set aside as/g),
      ).toHaveLength(1);
      const asides = readdirSync(stateFolder).filter((name) =>
        /\.(?:damaged|version)\./.test(name),
      );
      expect(asides).toHaveLength(1);
      expect(readFileSync(join(stateFolder, asides[0] ?? "", file))).toEqual(damaged);
      workspace.write("docs/b.md", "foobad\n");
      expect((await session.post()).context).toContain("docs/b.md:1:1");
      expect((await session.stop()).blocked).toContain("docs/b.md:1:1");
    },
  );

  const places = files.flatMap((file) =>
    (["mkdir", "mkfifo"] as const).map((make) => ({ file, make })),
  );
  test.each(places)(
    "$file replaced by what $make makes is told once and replaced by a new baseline",
    async ({ file, make }) => {
      const workspace = makeWorkspace({ files: start });
      const session = agentSession(workspace);
      await session.pre();
      const { folder } = sessionPaths(workspace.at(".git/vale-state"), session.id);
      workspace.shell(`rm '${folder}/${file}' && ${make} '${folder}/${file}'`);
      workspace.write("docs/a.md", "Changed, but fine.\n");
      const answers = [await session.pre(), await session.post(), await session.stop()];
      for (const { raw } of answers) expect(raw).toMatchObject({ code: 0, stderr: "" });
      expect(answers.map(textOf).join("\n")).toMatch(/set aside as|was deleted/);
      workspace.write("docs/b.md", "foobad\n");
      expect((await session.post()).context).toContain("docs/b.md:1:1");
      expect((await session.stop()).blocked).toContain("docs/b.md:1:1");
    },
  );

  test.each(["before the first event", "in the midst"])(
    "a file in the place of the whole folder, %s, is told once and breaks no event",
    async (when) => {
      const workspace = makeWorkspace({ files: start });
      const session = agentSession(workspace);
      if (when === "in the midst") await session.pre();
      workspace.shell("rm -rf .git/vale-state && touch .git/vale-state");
      workspace.write("docs/a.md", "foobad\n");
      const answers = [await session.pre(), await session.post(), await session.stop()];
      for (const { raw } of answers) expect(raw).toMatchObject({ code: 0, stderr: "" });
      expect(
        answers
          .map(textOf)
          .join("\n")
          .match(/it is not a folder/g),
      ).toHaveLength(1);
    },
  );

  test.each(Object.entries(damages))(
    "digests of a dirty file's lines, %s, make its older findings count, and the answer says so",
    async (_how, damage) => {
      const workspace = makeWorkspace({ files: start });
      workspace.write("docs/a.md", "An old foobad line.\n");
      const session = agentSession(workspace);
      await session.pre();
      const { baselineLines } = sessionPaths(workspace.at(".git/vale-state"), session.id);
      writeFileSync(baselineLines, damage(readFileSync(baselineLines)));
      workspace.write("docs/a.md", "An old foobad line.\nA new foobad line.\n");
      const { context } = await session.post();
      expect(context).toContain("docs/a.md:1:8");
      expect(context).toContain("docs/a.md:2:7");
      expect(context).toContain("No baseline is known for docs/a.md");
    },
  );

  test.each(Object.entries(damages))(
    "remembered verdicts, %s, are asked again and never make a file clean",
    async (_how, damage) => {
      const workspace = makeWorkspace({ files: start });
      const session = agentSession(workspace);
      await session.pre();
      workspace.write("docs/a.md", "Changed, but fine.\n");
      await session.post();
      const stateFolder = workspace.at(".git/vale-state");
      const { folder } = sessionPaths(stateFolder, session.id);
      for (const name of readdirSync(stateFolder)) {
        const path = join(stateFolder, name);
        if (path === folder || name === "clock") continue;
        writeFileSync(path, damage(readFileSync(path)));
      }
      workspace.write("docs/a.md", "foobad\n");
      expect((await session.post()).context).toContain("docs/a.md:1:1");
      const scanned = workspace.write("docs/b.md", "Changed, but fine.\n");
      expect(scanned).toBeUndefined();
      expect((await session.post()).raw).toMatchObject({ code: 0, stdout: "", stderr: "" });
    },
  );
});
