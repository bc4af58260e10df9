import { linkSync, statSync, utimesSync } from "node:fs";
import { describe, expect, test } from "vitest";

import { agentSession, type AgentSession } from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const pages = Object.fromEntries(
  Array.from({ length: 300 }, (_, index) => [`docs/p${index}.md`, `An old foobad, ${index}.\n`]),
);

async function started(
  files: Readonly<Record<string, string>>,
): Promise<[TestWorkspace, AgentSession]> {
  const workspace = makeWorkspace({ files: { ...foobadStyle(), ...files } });
  const session = agentSession(workspace);
  await session.pre();
  return [workspace, session];
}

describe("what leaves every content as it was is silent", () => {
  test("touch, chmod, a hard link from outside, a formatter without effect, stash and pop, checkout there and back", async () => {
    const [workspace, session] = await started(pages);
    const silent = async (what: string): Promise<void> => {
      expect((await session.post()).raw.stdout, what).toBe("");
    };
    workspace.shell("touch docs/*.md");
    await silent("touch");
    workspace.shell("chmod 600 docs/*.md");
    await silent("chmod");
    linkSync(workspace.at("docs/p0.md"), `${workspace.home}/p0.md`);
    await silent("hard link");
    workspace.shell("for f in docs/*.md; do cat $f > tmp && cat tmp > $f; done; rm tmp");
    await silent("formatter in place");
    workspace.shell("for f in docs/p1*.md; do cp $f $f.new && mv $f.new $f; done");
    await silent("formatter that replaces");
    workspace.shell(
      "echo x >> docs/p7.md; git stash -q; git stash pop -q; git checkout -q docs/p7.md",
    );
    await silent("stash and pop");
    workspace.shell(
      "git checkout -qb other; echo foobad > docs/p8.md; git commit -qam other; git checkout -q main",
    );
    await silent("a branch there and back");
    workspace.shell("mv docs/p9.md docs/elsewhere.txt && mv docs/elsewhere.txt docs/p9.md");
    await silent("a rename there and back");
    expect((await session.stop()).raw.stdout).toBe("");
  });

  test("an edit that is reverted before anybody looked, and one that is reverted after it was told, owe nothing", async () => {
    const [workspace, session] = await started({ "a.md": "Fine.\n", "b.md": "Fine.\n" });
    workspace.shell("echo foobad >> a.md; git checkout -q a.md");
    expect((await session.post()).raw.stdout).toBe("");
    workspace.write("b.md", "foobad\n");
    expect((await session.post()).context).toContain("b.md:1:1");
    workspace.write("b.md", "Fine.\n");
    expect((await session.stop()).raw.stdout).toBe("");
  });
});

describe("a content that changed behind an unchanged look is told", () => {
  test("a rewrite of the same size with its time restored, cp -p, a write through a hard link, truncate and rewrite", async () => {
    const fine = "All good.\n";
    const [workspace, session] = await started({
      "same-size.md": fine,
      "copied.md": fine,
      "linked.md": fine,
      "truncated.md": fine,
      "mapped.md": fine,
    });
    linkSync(workspace.at("linked.md"), `${workspace.home}/other-name`);
    expect((await session.post()).raw.stdout).toBe("");
    const bad = "A foobad.\n";
    const { atime, mtime } = statSync(workspace.at("same-size.md"));
    workspace.write("same-size.md", bad);
    utimesSync(workspace.at("same-size.md"), atime, mtime);
    workspace.shell(
      `printf '${bad}' > source; touch -r copied.md source; cp -p source copied.md; rm source`,
    );
    workspace.shell(`printf '${bad}' > ${workspace.home}/other-name`);
    workspace.shell(`truncate -s 0 truncated.md; printf '${bad}' >> truncated.md`);
    workspace.shell(
      `touch -r mapped.md stamp; printf 'A foobad.' | dd of=mapped.md conv=notrunc status=none; touch -r stamp mapped.md; rm stamp`,
    );
    const told = await session.post();
    for (const name of ["same-size", "copied", "linked", "truncated", "mapped"]) {
      expect(told.context).toContain(`${name}.md:1:3`);
    }
  });

  test("a rewrite right after the baseline, in the same clock tick or not, is told", async () => {
    const [workspace, session] = await started({ "a.md": "All good.\n" });
    workspace.write("a.md", "A foobad.\n");
    expect((await session.post()).context).toContain("a.md:1:3");
    workspace.write("a.md", "A foobad!\n");
    expect((await session.post()).context).toContain("a.md:1:3");
  });
});

describe("renames and copies", () => {
  test("a name that is only spelt otherwise in Unicode is one file, under its name on disk", async () => {
    const [composed, decomposed] = ["caf\u00e9.md", "cafe\u0301.md"];
    const [workspace, session] = await started({ [composed]: "An old foobad.\n" });
    workspace.git("-c", "core.precomposeUnicode=false", "mv", composed, decomposed);
    expect((await session.post()).context).toBeUndefined();
    workspace.write(decomposed, "An old foobad.\nA new foobad.\n");
    const told = await session.post();
    expect(told.context).toContain(`${decomposed}:2:7`);
    expect(told.context).not.toContain(composed);
    const stopped = await session.stop();
    expect(stopped.blocked).toContain(`${decomposed}:2:7`);
    expect(stopped.blocked).not.toContain(composed);
  });

  test("an equal file under a new name keeps its old findings to itself; a copy counts whole", async () => {
    const [workspace, session] = await started({
      "old.md": "An old foobad.\n",
      "Readme.md": "Another old foobad.\n",
      "source.md": "A third foobad.\n",
    });
    workspace.shell("mv old.md new.md; git mv Readme.md README.md; cp source.md copy.md");
    const told = await session.post();
    expect(told.context).toContain("copy.md:1:9");
    expect(told.context).not.toMatch(/^(?:new|README|old|Readme|source)\.md:/m);
    expect((await session.stop()).blocked).not.toMatch(/^(?:new|README|old|Readme|source)\.md:/m);
  });

  test.each([
    ["an edit in place", "git mv old.md new.md; printf 'A fresh foobad.\\n' >> new.md"],
    [
      "an editor that replaces the file",
      "git mv old.md new.md; sed -i '$a A fresh foobad.' new.md",
    ],
    [
      "a new file that was written and an old one that was deleted",
      "{ cat old.md; echo 'A fresh foobad.'; } > new.md; rm old.md",
    ],
  ])(
    "a rename with %s inherits the old baseline: only the new line is told",
    async (_, command) => {
      const old = Array.from({ length: 9 }, (__, index) => `An old foobad, ${index}.\n`).join("");
      const [workspace, session] = await started({ "old.md": old });
      workspace.shell(command);
      const told = await session.post();
      expect(told.context).toContain("new.md:10:9");
      expect(told.context).not.toContain("new.md:9:");
      workspace.shell("mv new.md newest.md; printf 'One more foobad.\\n' >> newest.md");
      const again = await session.post();
      expect(again.context).toContain("newest.md:11:10");
      expect(again.context).not.toContain("newest.md:9:");
    },
  );
});
