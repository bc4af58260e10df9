import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../support/workspace.ts";

const start = {
  ...foobadStyle(),
  "styles/T/Bar.yml":
    "extends: existence\nmessage: \"Never '%s'.\"\nlevel: error\ntokens:\n  - barbad\n",
  "docs/a.md": "An old foobad line.\n",
  "docs/b.md": "Fine.\n",
};

interface Report {
  readonly status: string;
  readonly summary: Readonly<Record<string, number>>;
  readonly files: readonly {
    readonly path: string;
    readonly findings: readonly {
      readonly line: number;
      readonly check: string;
      readonly new: boolean;
    }[];
  }[];
  readonly incomplete: readonly { readonly path?: string; readonly code: string }[];
  readonly skipped: readonly { readonly path?: string; readonly reason: string }[];
}

async function scan(
  workspace: TestWorkspace,
  args: readonly string[],
  options: {
    readonly cwd?: string;
    readonly input?: string;
    readonly env?: NodeJS.ProcessEnv;
  } = {},
) {
  return await runValehook(["scan", ...args], {
    cwd: options.cwd ?? workspace.root,
    env: options.env ?? workspace.env,
    ...(options.input === undefined ? {} : { input: options.input }),
  });
}

async function report(
  workspace: TestWorkspace,
  args: readonly string[],
  options?: Parameters<typeof scan>[2],
): Promise<Report & { readonly code: number | null; readonly places: readonly string[] }> {
  const ended = await scan(workspace, [...args, "--json"], options);
  expect(ended.stderr).toBe("");
  const read = JSON.parse(ended.stdout) as Report;
  const places = read.files.flatMap(({ path, findings }) =>
    findings.map(({ line, check }) => `${path}:${line} ${check}`),
  );
  return { ...read, code: ended.code, places };
}

function bare(text: string): string {
  return text.replace(/"(durationMs|cached)": ?\d+/g, '"$1":0');
}

describe("what a scan compares with", () => {
  test("--changed: against HEAD, untracked files too, with only what is new on demand", async () => {
    const workspace = makeWorkspace({ files: start });
    workspace.write("docs/a.md", "An old foobad line.\nA barbad one.\n");
    workspace.write("docs/new.md", "A foobad line.\n");
    workspace.write("docs/staged.md", "A barbad line.\n");
    workspace.git("add", "docs/staged.md");
    const all = await report(workspace, ["--changed"]);
    expect(all.places).toEqual([
      "docs/a.md:1 T.Foo",
      "docs/a.md:2 T.Bar",
      "docs/new.md:1 T.Foo",
      "docs/staged.md:1 T.Bar",
    ]);
    expect(all.files[0]?.findings.map((finding) => finding.new)).toEqual([false, true]);
    const fresh = await report(workspace, ["--changed", "--report", "new"]);
    expect(fresh.places).toEqual(all.places.slice(1));
    expect(fresh.summary).toMatchObject({ findings: 3, older: 1 });
    expect(fresh.code).toBe(1);
  });

  test("--changed with nothing changed says so, and calls nothing clean", async () => {
    const workspace = makeWorkspace({ files: start });
    const { root: cwd, env } = workspace;
    expect(await runValehook(["scan", "--changed"], { cwd, env })).toMatchObject({
      code: 0,
      stdout: "No file to check.\n",
    });
  });

  test("where nothing that was named can be checked, it is skipped and not clean", async () => {
    const workspace = makeWorkspace({ files: start });
    const { root: cwd, env } = workspace;
    workspace.shell("ln -s docs/a.md link.md && touch notes.foo");
    const args = ["scan", "--format", "json", "link.md", "notes.foo"];
    const scanned = await runValehook(args, { cwd, env });
    expect(scanned).toMatchObject({ code: 0, stderr: "" });
    expect(JSON.parse(scanned.stdout)).toMatchObject({
      status: "skipped",
      summary: { checked: 0 },
    });
  });

  test("where a rule leaves nothing of a folder or the workspace, it is named and not clean", async () => {
    const workspace = makeWorkspace({
      files: { ...start, ".valehook.toml": 'include = ["dcos/**"]\n' },
    });
    workspace.write("build/a.md", "foobad\n");
    const cases = [
      [[], 2, [{ reason: "nothing-included" }]],
      [["--allow-unconfigured"], 0, [{ reason: "nothing-included" }]],
      [["docs"], 0, [{ path: "docs", reason: "excluded-by-configuration" }]],
      [["build"], 0, [{ path: "build", reason: "excluded-folder" }]],
    ] as const;
    for (const [args, code, skipped] of cases) {
      const left = await report(workspace, args);
      expect(left).toMatchObject({ code, status: "skipped", files: [], skipped });
    }
    const named = await report(workspace, [".", "docs/a.md"]);
    expect(named).toMatchObject({ code: 1, status: "findings", skipped: [] });
    expect(named.places).toEqual(["docs/a.md:1 T.Foo"]);
    const text = await scan(workspace, []);
    expect(text.stdout).toContain("include and exclude in the settings leave out all 2 files");
  });

  test("--since: against the merge base with the ref, the working tree included", async () => {
    const workspace = makeWorkspace({ files: start });
    workspace.git("switch", "--quiet", "-c", "topic");
    workspace.write("docs/b.md", "Fine.\nA barbad line.\n");
    workspace.commit();
    workspace.git("switch", "--quiet", "main");
    workspace.write("docs/main.md", "A foobad line on main.\n");
    workspace.commit();
    workspace.git("switch", "--quiet", "topic");
    workspace.write("docs/a.md", "An old foobad line.\nMore foobad.\n");
    const fresh = await report(workspace, ["--since", "main", "--report", "new"]);
    expect(fresh.places).toEqual(["docs/a.md:2 T.Foo", "docs/b.md:2 T.Bar"]);
    const unknown = await scan(workspace, ["--since", "nowhere"]);
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
    expect(unknown.stderr).toContain("Git does not know nowhere");
  });

  test("a renamed file inherits, committed, staged or only moved, also where it was edited", async () => {
    const lines = Array.from({ length: 12 }, (_, index) => `Line ${index} is foobad.\n`).join("");
    const workspace = makeWorkspace({
      files: {
        ...start,
        "docs/c.md": lines,
        "docs/d.md": lines.toUpperCase(),
        "docs/e.md": `# E\n${lines}`,
      },
    });
    workspace.git("switch", "--quiet", "-c", "topic");
    workspace.git("mv", "docs/c.md", "docs/committed.md");
    workspace.shell("echo 'One barbad.' >> docs/committed.md");
    workspace.commit();
    workspace.git("mv", "docs/d.md", "docs/staged.md");
    workspace.shell("echo 'Two barbad.' >> docs/staged.md");
    workspace.shell("mv docs/e.md moved.md; mv docs/a.md other.md");
    const fresh = await report(workspace, ["--since", "main", "--report", "new"]);
    expect(fresh.places).toEqual(["docs/committed.md:13 T.Bar", "docs/staged.md:13 T.Bar"]);
    const changed = await report(workspace, ["--changed", "--report", "new"]);
    expect(changed.places).toEqual(["docs/staged.md:13 T.Bar"]);
  });

  test("--session: what a hook session changed, against its baseline", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "An old foobad line.\nA barbad one.\n");
    await session.post();
    const fresh = await report(workspace, ["--session", session.id, "--report", "new"]);
    expect(fresh.places).toEqual(["docs/a.md:2 T.Bar"]);
    expect((await report(workspace, ["--session", session.id])).summary["findings"]).toBe(2);
    const unknown = await scan(workspace, ["--session", "nobody"]);
    expect(unknown).toMatchObject({ code: 2, stdout: "" });
    expect(unknown.stderr).toContain("No session nobody is known");
  });

  test("flags that don't go together are told apart", async () => {
    const workspace = makeWorkspace({ files: start });
    for (const [args, words] of [
      [["--changed", "--since", "main"], "choose one"],
      [["--report", "new"], "--report new needs something to compare with"],
      [["--stdin"], "--stdin needs --path"],
      [["--path", "x.md"], "--path goes with --stdin"],
      [["--shard", "3/2"], "--shard takes i/n"],
      [["--min-levle", "error"], "Did you mean --min-level?"],
      [["--fail-on", "eror"], "Did you mean error?"],
    ] as const) {
      const ended = await scan(workspace, args);
      expect(ended, args.join(" ")).toMatchObject({ code: 2, stdout: "" });
      expect(ended.stderr).toMatch(/^valehook: [^\n]+\n$/);
      expect(ended.stderr).toContain(words);
    }
  });
});

describe("which files a scan checks", () => {
  test("a named file that is ignored or excluded is checked; twice named is one; others are skipped", async () => {
    const workspace = makeWorkspace({
      files: {
        ...start,
        ".gitignore": "ignored.md\n",
        ".valehook.toml": 'exclude = ["docs/b.md"]\n',
      },
    });
    workspace.write("ignored.md", "A foobad line.\n");
    workspace.write("node_modules/x/README.md", "A foobad line.\n");
    workspace.write("docs/b.md", "A foobad line.\n");
    workspace.write("logo.svg", "<svg/>");
    symlinkSync("a.md", workspace.at("docs/link.md"));
    mkdirSync(workspace.at("docs/folder.md"));
    expect((await report(workspace, [])).places).toEqual(["docs/a.md:1 T.Foo"]);
    const named = await report(workspace, [
      "ignored.md",
      "./ignored.md",
      workspace.at("ignored.md"),
      "node_modules/x/README.md",
      "docs/b.md",
      "logo.svg",
      "docs/link.md",
      "/etc/hostname",
    ]);
    expect(named.places).toEqual([
      "docs/b.md:1 T.Foo",
      "ignored.md:1 T.Foo",
      "node_modules/x/README.md:1 T.Foo",
    ]);
    expect(named.skipped.map(({ path, reason }) => `${path} ${reason}`)).toEqual([
      "/etc/hostname outside-workspace",
      "docs/link.md symlink",
      "logo.svg kind-not-supported",
    ]);
    const below = await report(workspace, ["a.md", "../docs"], { cwd: workspace.at("docs") });
    expect(below.places).toEqual(["docs/a.md:1 T.Foo"]);
    const missing = await scan(workspace, ["docs", "gone.md"]);
    expect(missing).toMatchObject({ code: 2, stdout: "" });
    expect(missing.stderr).toBe(
      "valehook: gone.md does not exist. A path is absolute or starts from the current folder.\n",
    );
  });

  test("--shard: disjoint parts that together are the whole, the same each time", async () => {
    const files = Object.fromEntries(
      Array.from({ length: 23 }, (_, index) => [
        `pages/p${index}.md`,
        "A foobad line.\n".repeat(1 + ((index * 7) % 11)),
      ]),
    );
    const workspace = makeWorkspace({ files: { ...start, ...files } });
    const whole = await report(workspace, []);
    const parts = [];
    for (const index of [1, 2, 3]) parts.push(await report(workspace, ["--shard", `${index}/3`]));
    expect(parts.flatMap(({ places }) => places).toSorted()).toEqual(whole.places.toSorted());
    for (const { summary } of parts) expect(summary["eligible"]).toBeGreaterThan(5);
    const again = await report(workspace, ["--shard", "2/3"]);
    expect(again.places).toEqual(parts[1]?.places);
  });

  test("--stdin: the text is read as the named file, whether that is there or not", async () => {
    const workspace = makeWorkspace({ files: start });
    const read = await report(workspace, ["--stdin", "--path", "none.md"], {
      cwd: workspace.at("docs"),
      input: "One.\n\n`foobad` and foobad.\n",
    });
    expect(read.files).toMatchObject([
      { path: "docs/none.md", findings: [{ line: 3, column: 14 }] },
    ]);
    expect(read.code).toBe(1);
    const clean = await scan(workspace, ["--stdin", "--path", "x.md"], { input: "Fine.\n" });
    expect(clean.code).toBe(0);
    const kind = await scan(workspace, ["--stdin", "--path", "x.svg"], { input: "x" });
    expect(kind).toMatchObject({ code: 2, stdout: "" });
  });
});

describe("how a scan ends", () => {
  test("--min-level drops findings, --fail-on decides the exit code, incomplete wins", async () => {
    const workspace = makeWorkspace({ files: { ...start, "docs/e.md": "A barbad line.\n" } });
    const errors = await report(workspace, ["--min-level", "error"]);
    expect(errors.places).toEqual(["docs/e.md:1 T.Bar"]);
    for (const [args, code] of [
      [[], 1],
      [["--fail-on", "error"], 1],
      [["--fail-on", "never"], 0],
      [["docs/a.md", "--fail-on", "error"], 0],
      [["docs/a.md", "--min-level", "error"], 0],
      [["docs/b.md"], 0],
    ] as const) {
      expect((await scan(workspace, args)).code, args.join(" ")).toBe(code);
    }
    workspace.write("docs/latin.md", Buffer.from("caf\xe9\n", "latin1"));
    const incomplete = await report(workspace, ["--fail-on", "never"]);
    expect(incomplete).toMatchObject({ code: 2, status: "incomplete" });
    expect(incomplete.incomplete).toMatchObject([{ path: "docs/latin.md", code: "not-utf8" }]);
    expect(incomplete.places).toContain("docs/e.md:1 T.Bar");
  });

  test("without any configuration it is skipped: exit 2, or 0 where that is allowed", async () => {
    const workspace = makeWorkspace({ files: { "a.md": "foobad\n" } });
    const ended = await scan(workspace, []);
    expect(ended.code).toBe(2);
    expect(ended.stdout + ended.stderr).toContain("valehook init");
    const read = await report(workspace, ["--allow-unconfigured"]);
    expect(read).toMatchObject({ code: 0, status: "skipped" });
  });

  test("without Vale it says how to get it", async () => {
    const workspace = makeWorkspace({ files: start });
    const ended = await scan(workspace, [], {
      env: { ...workspace.env, PATH: "/usr/bin:/bin" },
    });
    expect(ended.code).toBe(2);
    expect(ended.stdout + ended.stderr).toContain("go install github.com/vale-cli/vale");
  });

  test("two runs are equal byte for byte, but for the time and what was cached", async () => {
    const workspace = makeWorkspace({
      files: { ...start, "docs/e.md": "A barbad foobad line.\n", "z.py": "# foobad\n" },
    });
    const [cold, warm, uncached, one] = [
      await scan(workspace, ["--json"]),
      await scan(workspace, ["--json"]),
      await scan(workspace, ["--json", "--no-cache"]),
      await scan(workspace, ["--json", "--jobs", "1"]),
    ];
    expect((JSON.parse(warm.stdout) as Report).summary["cached"]).toBe(1);
    expect((JSON.parse(uncached.stdout) as Report).summary["cached"]).toBe(0);
    for (const other of [warm, uncached, one]) expect(bare(other.stdout)).toBe(bare(cold.stdout));
  });

  test("--output writes the whole report there and nothing else", async () => {
    const workspace = makeWorkspace({ files: start });
    const ended = await scan(workspace, ["--format", "sarif", "--output", "../home/report.sarif"]);
    expect(ended).toMatchObject({ code: 1, stdout: "" });
    const sarif = JSON.parse(readFileSync(join(workspace.home, "report.sarif"), "utf8")) as unknown;
    expect(sarif).toHaveProperty("version", "2.1.0");
    expect(workspace.shell("ls ../home").split("\n")).toEqual(["report.sarif"]);
    const failed = await scan(workspace, ["--output", "no/such/folder/report.txt"]);
    expect(failed).toMatchObject({ code: 2, stdout: "" });
    expect(failed.stderr).toContain("no/such/folder/report.txt can't be written (ENOENT)");
  });
});
