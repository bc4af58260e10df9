import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { delimiter, join } from "node:path";
import { describe, expect, test } from "vitest";
import { agentSession, type AgentSession, type HookAnswer } from "../support/agent-session.ts";
import { runValehook } from "../support/hook-driver.ts";
import { traceValehook } from "../support/system-calls.ts";
import { valePath } from "../support/vale.ts";
import {
  foobadStyle,
  makeWorkspace,
  temporaryFolder,
  writeExecutable,
  type TestWorkspace,
} from "../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "All is well.\n", "docs/b.md": "All is well.\n" };

/** Everything that a session can be asked to do, with edits and Git's own work between. */
async function wholeStory(workspace: TestWorkspace, session: AgentSession): Promise<HookAnswer[]> {
  const answers = [await session.pre()];
  workspace.write("docs/a.md", "foobad\n");
  answers.push(await session.post());
  workspace.git("-c", "core.hooksPath=/dev/null", "commit", "--quiet", "-am", "Spoil");
  workspace.write("docs/b.md", "foobad\n");
  answers.push(await session.post(), await session.stop(), await session.stop({ active: true }));
  return answers;
}

/** A rule that is a script and imports a module. */
function scriptRule(module: string): string {
  const script = [`m := import("${module}")`, "matches := [{begin: 0, end: 3}]"];
  const head = ["extends: script", "message: scripted", "scope: raw", "script: |"];
  return [...head, ...script.map((line) => `  ${line}`), ""].join("\n");
}

describe("an untrusted repository", () => {
  test("can't reach the machine by a rule that is a script", async () => {
    const workspace = makeWorkspace({ files: { ...start, "docs/a.md": "foobad\n" } });
    const scan = async () =>
      await runValehook(["scan", "--format", "json"], { cwd: workspace.root, env: workspace.env });
    workspace.write("styles/T/Script.yml", scriptRule("text"));
    expect((await scan()).stdout).toContain("T.Script");
    for (const module of ["os", "./docs/a"]) {
      workspace.write("styles/T/Script.yml", scriptRule(module));
      const scanned = await scan();
      expect(scanned.code, module).toBe(2);
      expect(scanned.stdout, module).not.toContain("T.Script");
    }
  });

  test("has none of its programs run: not by Git's configuration, hooks or attributes, not from PATH", async () => {
    const workspace = makeWorkspace({ files: start });
    const marks = temporaryFolder();
    const trap = (name: string): string =>
      writeExecutable(workspace.at("bin"), name, `#!/bin/sh\n: > ${marks}/${name}\nexit 1\n`);
    const commit = workspace.git("rev-parse", "HEAD");
    for (const name of ["git", "vale", "timeout", "node", "rst2html", "asciidoctor"]) trap(name);
    for (const hook of ["post-index-change", "fsmonitor-watchman", "post-checkout", "pre-commit"]) {
      writeExecutable(workspace.at(".git/hooks"), hook, readFileSync(trap(`hook-${hook}`), "utf8"));
    }
    workspace.write(
      ".gitattributes",
      "*.md filter=trap diff=trap merge=trap\n*.rst filter=trap working-tree-encoding=UTF-16\n",
    );
    const config = {
      "core.fsmonitor": trap("fsmonitor"),
      "core.pager": trap("pager"),
      "core.editor": trap("editor"),
      "core.askPass": trap("askpass"),
      "core.sshCommand": trap("ssh"),
      "core.gitProxy": trap("proxy"),
      "core.alternateRefsCommand": trap("alternates"),
      "diff.external": trap("external"),
      "diff.trap.textconv": trap("textconv"),
      "diff.trap.command": trap("command"),
      "merge.trap.driver": trap("driver"),
      "filter.trap.clean": trap("clean"),
      "filter.trap.smudge": trap("smudge"),
      "filter.trap.process": trap("process"),
      "credential.helper": trap("credential"),
      "gpg.program": trap("gpg"),
      "log.showSignature": "true",
      "alias.ls-files": `!${trap("alias")}`,
      "remote.origin.url": `ext::${trap("remote")}`,
      "remote.origin.promisor": "true",
      "remote.origin.uploadpack": trap("uploadpack"),
      "uploadpack.packObjectsHook": trap("pack"),
    };
    for (const [key, value] of Object.entries(config)) workspace.git("config", key, value);
    workspace.write(".valehook.toml", `[vale]\nbinary = "${workspace.at("bin/vale")}"\n`);
    const bin = workspace.at("bin");
    const linked = join(temporaryFolder(), "bin");
    symlinkSync(bin, linked);
    const path = [bin, linked, "bin", ".", "", workspace.env["PATH"]].join(delimiter);
    const session = agentSession({ root: workspace.root, env: { ...workspace.env, PATH: path } });
    const answers = [await session.pre()];
    workspace.write("docs/a.md", "foobad\n");
    workspace.write("docs/page.rst", "Title\n=====\n\nfoobad\n");
    // The same blobs at another commit, so that the session's origins are asked for, without any filter.
    writeFileSync(workspace.at(".git/refs/heads/main"), `${commit}\n`);
    answers.push(await session.post(), await session.stop());
    // A scan ends where the settings are wrong.
    workspace.remove(".valehook.toml");
    for (const args of [["scan"], ["scan", "--changed"], ["scan", "--since", "HEAD"], ["status"]]) {
      const env = { ...workspace.env, PATH: path };
      const { stdout } = await runValehook(args, { cwd: workspace.root, env });
      expect(stdout).not.toBe("");
    }
    expect(readdirSync(marks)).toEqual([]);
    expect(answers.at(-1)?.blocked).toContain("docs/a.md:1:1");
  });

  test("is read and written through no link: nothing outside it is opened, checked or changed", async () => {
    const workspace = makeWorkspace({ files: start });
    const outside = temporaryFolder();
    writeFileSync(join(outside, "secret.md"), "foobad\n");
    const session = agentSession(workspace);
    await session.pre();
    symlinkSync(join(outside, "secret.md"), workspace.at("docs/link.md"));
    symlinkSync(outside, workspace.at("docs/folder"));
    workspace.write("docs/a.md", "foobad\n");
    const { result, calls } = await traceValehook(["hook"], {
      cwd: workspace.root,
      env: workspace.env,
      input: JSON.stringify({
        session_id: session.id,
        cwd: workspace.root,
        hook_event_name: "PostToolUse",
        tool_name: "Write",
        tool_input: { file_path: workspace.at("docs/link.md") },
      }),
    });
    expect(result.stdout).toContain("docs/a.md:1:1");
    expect(result.stdout).not.toContain("secret");
    expect(result.stdout).not.toContain("link.md");
    const opened = calls.filter(
      ({ name, args }) => name.startsWith("open") && args.includes(outside),
    );
    expect(opened).toEqual([]);
    const stopped = await session.stop();
    expect(stopped.blocked).not.toContain("link.md");
    expect(stopped.blocked).not.toContain("folder");
    const written = calls.filter(
      ({ name, args }) =>
        name === "openat" && /O_(?:WRONLY|RDWR)/.test(args) && !args.includes("/dev/"),
    );
    for (const { args } of written) {
      expect(args).toMatch(
        new RegExp(`"(?:${workspace.at(".git/vale-state")}|${workspace.home})/`),
      );
    }
    expect(readdirSync(outside)).toEqual(["secret.md"]);
  });

  test("can't have secrets of the environment handed to Vale or to what its styles start", async () => {
    const workspace = makeWorkspace({ files: start });
    const seen = join(temporaryFolder(), "seen");
    const script = `#!/bin/sh\nenv >> ${seen}\nexec ${valePath()} "$@"\n`;
    const stub = writeExecutable(temporaryFolder(), "vale", script);
    const secrets = {
      ANTHROPIC_API_KEY: "canary-1",
      GITHUB_TOKEN: "canary-2",
      AWS_SECRET_ACCESS_KEY: "canary-3",
      PGPASSWORD: "canary-4",
      NPM_CONFIG__AUTH: "canary-5",
    };
    const env = { ...workspace.env, ...secrets, VALEHOOK_VALE: stub, JAVA_HOME: "/opt/java" };
    const session = agentSession({ root: workspace.root, env });
    await session.pre();
    workspace.write("docs/a.md", "foobad\n");
    expect((await session.post()).context).toContain("docs/a.md:1:1");
    const words = readFileSync(seen, "utf8");
    expect(words).not.toContain("canary");
    expect(words).toContain("JAVA_HOME=/opt/java");
  });
});

/** Text of every file below some folders, as far as they are there. */
function everythingIn(...folders: readonly string[]): string {
  return folders
    .filter((folder) => existsSync(folder))
    .flatMap((folder) =>
      readdirSync(folder, { recursive: true, encoding: "utf8" }).map((name) => {
        const path = join(folder, name);
        return statSync(path).isFile() ? `${name}\n${readFileSync(path, "latin1")}` : name;
      }),
    )
    .join("\n");
}

describe("an untrusted document", () => {
  test.each(["enforce", "observe"])(
    "leaves nothing of its text, of messages, commands, ids or the environment in the state (%s)",
    async (mode) => {
      const workspace = makeWorkspace({
        files: {
          ...start,
          "styles/T/Foo.yml":
            "extends: existence\nmessage: canarymessage '%s'\nlevel: warning\ntokens:\n  - canarytoken\n",
          ".valehook.toml": `mode = "${mode}"\n`,
        },
      });
      workspace.write("docs/dirty.md", "canarydirty line\n");
      const env = { ...workspace.env, SOME_SECRET: "canaryenv" };
      const session = agentSession({ root: workspace.root, env }, { id: "canaryid" });
      const input = { command: "echo canarycommand" };
      await session.pre({ input });
      workspace.write("docs/a.md", "A canarytext line, canarytoken.\n");
      workspace.write("docs/dirty.md", "canarydirty line\ncanarynew canarytoken\n");
      const told = await session.post({ input });
      if (mode === "enforce") expect(told.context).toContain("canarymessage");
      await session.stop();
      await session.stop({ active: true });
      const kept = everythingIn(workspace.at(".git/vale-state"), join(workspace.home, ".local"));
      expect(kept).toContain("docs/a.md");
      expect(kept.match(/canary\w*/g)).toBeNull();
    },
  );

  test("can't make the state readable for others", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await wholeStory(workspace, session);
    for (const folder of [
      workspace.at(".git/vale-state"),
      join(workspace.home, ".local/state/valehook/sessions"),
    ]) {
      for (const name of ["", ...readdirSync(folder, { recursive: true, encoding: "utf8" })]) {
        expect(statSync(join(folder, name)).mode & 0o077, name).toBe(0);
      }
    }
  });
});

test("nothing of a whole session, Git and Vale included, opens a network socket", async () => {
  const workspace = makeWorkspace({
    files: {
      ...start,
      ".vale.ini": `Packages = https://example.org/x.zip\n${foobadStyle()[".vale.ini"]}`,
    },
  });
  const log = join(temporaryFolder(), "network");
  const strace = ["strace", "-f", "-A", "-o", log, "-e", "trace=%network", "-e", "signal=none"];
  const session = agentSession(workspace, { through: [...strace, "--"] });
  const answers = await wholeStory(workspace, session);
  expect(answers[1]?.context).toContain("docs/a.md:1:1");
  const env = { ...workspace.env, GITHUB_ACTIONS: "" };
  await runValehook(["scan"], { cwd: workspace.root, env, through: strace });
  const lines = readFileSync(log, "utf8").split("\n");
  expect(lines.some((line) => line.includes("AF_UNIX"))).toBe(true);
  expect(lines.filter((line) => /AF_(?:INET|INET6|NETLINK|PACKET|VSOCK)/.test(line))).toEqual([]);
});

describe("an agent that wants to get round the check", () => {
  test("is told of, and checked again after, every change of the checks themselves", async () => {
    const hook = { hooks: [{ type: "command", command: "valehook hook --client claude" }] };
    const registration = JSON.stringify({ hooks: { Stop: [hook] } });
    const workspace = makeWorkspace({ files: { ...start, ".claude/settings.json": registration } });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write(".vale.ini", `${workspace.read(".vale.ini")}T.Foo = NO\n`);
    workspace.write("docs/a.md", "foobad\n");
    const told = await session.post();
    expect(told.context).toContain("The checks themselves changed: .vale.ini");
    workspace.write(".claude/settings.json", "{}\n");
    expect((await session.post()).context).toContain(".claude/settings.json");
    workspace.write(".valehook.toml", 'block_on = "never"\n');
    expect((await session.post()).context).toContain(".valehook.toml");
  });

  test("can't delete the state unseen", async () => {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    await session.pre();
    workspace.write("docs/a.md", "foobad\n");
    await session.post();
    workspace.remove(".git/vale-state");
    const stopped = await session.stop();
    expect(stopped.notice).toContain("state was deleted");
  });

  test("is refused the edits that weaken the checks where the project asks for it", async () => {
    const workspace = makeWorkspace({ files: { ...start, ".valehook.toml": 'guard = "deny"\n' } });
    const session = agentSession(workspace);
    for (const path of [
      ".vale.ini",
      "styles/T/Foo.yml",
      ".valehook.toml",
      ".claude/settings.json",
    ]) {
      const input = { file_path: workspace.at(path), content: "" };
      expect((await session.pre({ tool: "Write", input })).denied, path).toBeDefined();
    }
    const linked = workspace.at("docs/innocent.md");
    symlinkSync(workspace.at(".vale.ini"), linked);
    const input = { file_path: linked, content: "" };
    expect((await session.pre({ tool: "Write", input })).denied).toBeDefined();
  });

  test("gains nothing by an event that can't be read under guard = deny", async () => {
    const workspace = makeWorkspace({ files: { ...start, ".valehook.toml": 'guard = "deny"\n' } });
    const args = ["hook", "--client", "claude", "--event", "PreToolUse"];
    const ended = await runValehook(args, { cwd: workspace.root, env: workspace.env, input: "{" });
    expect(ended).toMatchObject({ code: 2, stdout: "" });
  });
});

test("a workspace can't make valehook write outside it by a linked .codex folder", async () => {
  const workspace = makeWorkspace({ kind: "plain", files: start });
  const outside = temporaryFolder();
  mkdirSync(join(outside, "codex"));
  chmodSync(join(outside, "codex"), 0o700);
  symlinkSync(join(outside, "codex"), workspace.at(".codex"));
  const session = agentSession(workspace);
  await session.pre();
  workspace.write("docs/a.md", "foobad\n");
  const answers = [await session.post(), await session.stop()];
  expect(answers[0]?.context ?? answers[1]?.notice).toContain("symbolic link");
  expect(readdirSync(join(outside, "codex"))).toEqual([]);
});
