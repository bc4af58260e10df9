import { expect, test } from "vitest";

import { agentSession } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { scanJson } from "../support/scan-json.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../support/workspace.ts";

/** The positions that a session's next tool event tells. */
async function toldOf(workspace: TestWorkspace, change: () => void): Promise<readonly string[]> {
  const session = agentSession(workspace);
  await session.pre();
  change();
  const { context = "" } = await session.post();
  return [...context.matchAll(/^(\S+:\d+:\d+) \w+ T\.Foo/gm)].map(([, position]) => position ?? "");
}

async function scannedIn(workspace: TestWorkspace, args: readonly string[] = []) {
  const { report } = await scanJson(workspace, args);
  return report.files.flatMap(({ path, findings }) =>
    findings.map(({ line, column }) => `${path}:${line}:${column}`),
  );
}

test("of source files only what Vale knows as prose counts, and kinds it has no parser for are left alone", async () => {
  const workspace = makeWorkspace({ files: foobadStyle() });
  const sources = {
    "s.py": "# foobad\nfoobad_code()\n",
    "s.ts": "// foobad\nfoobad_code();\n",
    "s.sh": "# foobad\nfoobad_code '# foobad' $#foobad\ncat <<END\n# foobad\nEND\n",
    "s.mjs": "// foobad\nfoobad_code();\n",
    "s.cjs": "// foobad\n",
    "s.kt": "// foobad\n",
    "s.vue": "<!-- foobad -->\n",
    "s.yml": "# foobad\n",
    "s.toml": "# foobad\n",
    "s.pyi": "# foobad\n",
    Makefile: "# foobad\n",
  };
  const expected = ["s.py:1:3", "s.sh:1:3", "s.ts:1:4"];
  const told = await toldOf(workspace, () => {
    for (const [name, text] of Object.entries(sources)) workspace.write(name, text);
  });
  expect([...told].sort()).toEqual(expected);
  expect(await scannedIn(workspace)).toEqual(expected);
});

test("a further kind counts where the settings name it and the Vale configuration maps it", async () => {
  const { ".vale.ini": ini = "", ...style } = foobadStyle();
  const workspace = makeWorkspace({
    files: {
      ...style,
      ".vale.ini": ini.replace("[*]", "[formats]\nqmd = md\n\n[*]"),
      ".valehook.toml": 'extensions = [".qmd"]\n',
      "a.qmd": "fine\n",
    },
  });
  const told = await toldOf(workspace, () => workspace.write("a.qmd", "`foobad`\n\nfoobad\n"));
  expect(told).toEqual(["a.qmd:3:1"]);
  expect(await scannedIn(workspace)).toEqual(["a.qmd:3:1"]);
});

test("an extension in any case is its format's", async () => {
  const workspace = makeWorkspace({ files: foobadStyle() });
  const told = await toldOf(workspace, () => {
    workspace.write("CODE.MD", "`foobad` is code, foobad is not.\n");
    workspace.write("Page.Html", "<p>foobad <code>foobad</code></p>\n");
    workspace.write("S.PY", "# foobad\nfoobad()\n");
  });
  expect([...told].sort()).toEqual(["CODE.MD:1:19", "Page.Html:1:4", "S.PY:1:3"]);
});

test("what an installation brings, what is generated and what Git ignores is left alone, unless it is named", async () => {
  const workspace = makeWorkspace({
    files: {
      ...foobadStyle(),
      ".gitignore": "notes/\n",
      ".valehook.toml":
        'include = ["/*.md", "docs/**"]\nexclude = ["CHANGELOG.md", "docs/api/**"]\n',
      "CHANGELOG.md": "fine\n",
    },
  });
  const told = await toldOf(workspace, () => {
    const names =
      "node_modules/x/README.md vendor/a.md dist/a.md target/a.md sub/node_modules/x/a.md " +
      ".venv/a.md .codex/a.md notes/a.md CHANGELOG.md docs/api/a.md src/a.md docs/a.md a.md";
    for (const name of names.split(" ")) workspace.write(name, "foobad\n");
  });
  expect([...told].sort()).toEqual(["a.md:1:1", "docs/a.md:1:1"]);
  expect(await scannedIn(workspace)).toEqual(["a.md:1:1", "docs/a.md:1:1"]);
  const named = ["notes/a.md", "node_modules/x/README.md", "CHANGELOG.md", "./notes/a.md"];
  expect(await scannedIn(workspace, named)).toEqual([
    "CHANGELOG.md:1:1",
    "node_modules/x/README.md:1:1",
    "notes/a.md:1:1",
  ]);
});

test("a named file that can't be checked is listed with the reason, and counts as nothing", async () => {
  const workspace = makeWorkspace({
    files: { ...foobadStyle(), "a.md": "fine\n", "logo.svg": "<svg/>" },
  });
  workspace.shell("mkfifo pipe.md && ln -s a.md link.md");
  const { code, report } = await scanJson(workspace, ["a.md", "logo.svg", "pipe.md", "link.md"]);
  expect(code).toBe(0);
  expect(report.skipped.map(({ path }) => path)).toEqual(["link.md", "logo.svg", "pipe.md"]);
  expect(report.skipped).toContainEqual(
    expect.objectContaining({ path: "logo.svg", reason: "kind-not-supported" }),
  );
  const { root: cwd, env } = workspace;
  const text = await runValehook(["scan", "pipe.md"], { cwd, env });
  expect(text.stdout).toContain("pipe.md");
});
