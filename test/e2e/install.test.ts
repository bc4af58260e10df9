import {
  chmodSync,
  cpSync,
  existsSync,
  lstatSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  statSync,
  symlinkSync,
  utimesSync,
  writeFileSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";

import { clientPorts } from "../../src/clients/client-ports.ts";
import { programPath, runProgram, runValehook } from "../support/hook-driver.ts";
import { standInCodex } from "../support/stand-in-codex.ts";
import {
  foobadStyle,
  makeWorkspace,
  writeExecutable,
  type TestWorkspace,
} from "../support/workspace.ts";

const person = `{
  "model": "opus",
  "hooks": {
    "Stop": [
      { "hooks": [{ "type": "command", "command": "say done" }] }
    ]
  }
}
`;

/** A workspace, and a home in which the given files are. */
function begin(files: Readonly<Record<string, string>> = {}): TestWorkspace {
  const place = makeWorkspace();
  for (const [path, text] of Object.entries(files)) put(join(place.home, path), text);
  return place;
}

function put(file: string, text: string): void {
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(file, text);
}

const run = async (place: TestWorkspace, ...args: readonly string[]) =>
  await runValehook(args, { cwd: place.root, env: place.env });

const inHome = (place: TestWorkspace, path: string): string => join(place.home, path);
const textOf = (place: TestWorkspace, path: string): string =>
  readFileSync(inHome(place, path), "utf8");

/** The command lines that a settings text registers, by event. */
function commandsIn(text: string): Readonly<Record<string, readonly string[]>> {
  const { hooks = {} } = JSON.parse(text) as {
    hooks?: Record<string, { hooks: { command: string; args?: string[] }[] }[]>;
  };
  return Object.fromEntries(
    Object.entries(hooks).map(([event, groups]) => [
      event,
      groups.flatMap((group) =>
        group.hooks.map(({ command, args = [] }) => [command, ...args].join(" ")),
      ),
    ]),
  );
}

const program = realpathSync(programPath());
const ours = (client: "claude" | "codex", event: string): string =>
  `${process.execPath} ${program} hook --client ${client} --event ${event}`;

describe("install", () => {
  test("registers every event by absolute paths, for 60 seconds and every tool, and says so", async () => {
    const place = begin();
    const ran = await run(place, "install", "--client", "all");
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    for (const [client, file] of [
      ["claude", ".claude/settings.json"],
      ["codex", ".codex/hooks.json"],
    ] as const) {
      const text = textOf(place, file);
      const events = clientPorts[client].registeredEvents;
      expect(commandsIn(text)).toEqual(
        Object.fromEntries(events.map((event) => [event, [ours(client, event)]])),
      );
      expect(text.match(/"timeout": 60\b/g)).toHaveLength(events.length);
      expect(text).not.toContain("matcher");
      expect(ran.stdout).toContain(`+ ${events.join(", ")}:`);
      expect(ran.stdout).toContain(inHome(place, file));
    }
    expect(ran.stdout).toContain("/hooks");
  });

  test("leaves all else as it is, keeps the old file and its mode, and does nothing when it is run again", async () => {
    const place = begin({ ".claude/settings.json": person });
    const file = inHome(place, ".claude/settings.json");
    chmodSync(file, 0o600);
    expect((await run(place, "install", "--client", "claude")).code).toBe(0);
    const text = textOf(place, ".claude/settings.json");
    expect(commandsIn(text)["Stop"]).toEqual(["say done", ours("claude", "Stop")]);
    expect(text.startsWith(person.slice(0, person.indexOf("] }")))).toBe(true);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const backup = `${file}.valehook-backup`;
    expect(readFileSync(backup, "utf8")).toBe(person);
    expect(statSync(backup).mode & 0o777).toBe(0o600);

    const again = await run(place, "install", "--client", "claude");
    expect(again.code).toBe(0);
    expect(again.stdout).toContain("Registered already; nothing was changed.");
    expect(textOf(place, ".claude/settings.json")).toBe(text);
    expect(readdirSync(dirname(file)).sort()).toEqual([
      "settings.json",
      "settings.json.valehook-backup",
    ]);
  });

  test("only shows the change with --dry-run", async () => {
    const place = begin({ ".claude/settings.json": person });
    const ran = await run(place, "install", "--dry-run", "--client", "all");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain('+    "PreToolUse": [');
    expect(ran.stdout).toContain("Nothing was written.");
    expect(textOf(place, ".claude/settings.json")).toBe(person);
    expect(readdirSync(place.home)).toEqual([".claude"]);
    expect(readdirSync(inHome(place, ".claude"))).toEqual(["settings.json"]);
  });

  test("takes the agents that are on this machine where none is named", async () => {
    const place = begin();
    const bin = inHome(place, "bin");
    mkdirSync(bin);
    const options = { cwd: place.root, env: { ...place.env, PATH: bin } };
    const none = await runValehook(["install"], options);
    expect(none).toMatchObject({ code: 2, stdout: "" });
    expect(none.stderr).toContain("--client");
    mkdirSync(inHome(place, ".codex"));
    expect((await runValehook(["install"], options)).code).toBe(0);
    expect(existsSync(inHome(place, ".codex/hooks.json"))).toBe(true);
    expect(existsSync(inHome(place, ".claude"))).toBe(false);
    writeExecutable(bin, "claude", "#!/bin/sh\n");
    expect((await runValehook(["install"], options)).code).toBe(0);
    expect(existsSync(inHome(place, ".claude/settings.json"))).toBe(true);
  });

  test("asks for trust as long as Codex isn't known to trust what is registered", async () => {
    const place = begin({ ".codex/config.toml": "" });
    const codex = standInCodex();
    const PATH = `${codex}:${place.env["PATH"] ?? ""}`;
    const step = "One step is left to you";
    const install = async (env: NodeJS.ProcessEnv) =>
      (await runValehook(["install", "--client", "codex"], { cwd: place.root, env })).stdout;
    const known = { ...place.env, PATH };
    expect(await install(known)).toContain(step);
    expect(await install(known)).toContain(step);
    const state = `[hooks.state."${place.home}/.codex/hooks.json:stop:0:0"]\ntrusted_hash = "h"\n`;
    writeFileSync(inHome(place, ".codex/config.toml"), state);
    const again = await install(known);
    expect(again).toContain("Registered already");
    expect(again).not.toContain(step);
    writeExecutable(codex, "codex", "#!/bin/sh\nexit 1\n");
    expect(await install(known)).toContain(step);
  });

  test("touches no settings that it can't read, and registers with the other agent all the same", async () => {
    const place = begin({ ".claude/settings.json": '{ "hooks": [] ' });
    const ran = await run(place, "install", "--client", "all");
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain(inHome(place, ".claude/settings.json"));
    expect(textOf(place, ".claude/settings.json")).toBe('{ "hooks": [] ');
    expect(readdirSync(inHome(place, ".claude"))).toEqual(["settings.json"]);
    expect(existsSync(inHome(place, ".codex/hooks.json"))).toBe(true);
  });

  test("registers nothing in a file of Codex that Codex drops for a key of it, and doctor says so", async () => {
    const place = begin({ ".codex/hooks.json": '{ "$schema": "x", "hooks": {} }' });
    const ran = await run(place, "install", "--client", "codex");
    expect(ran.code).toBe(2);
    expect(ran.stderr).toMatch(/hooks\.json.*description and hooks only.*"\$schema"/);
    expect(textOf(place, ".codex/hooks.json")).toBe('{ "$schema": "x", "hooks": {} }');
    const { root: cwd, env } = place;
    const doctor = await runValehook(["doctor"], { cwd, env });
    expect(doctor.stdout).toMatch(/^fail .*hooks\.json.*"\$schema"/m);
  });

  test("names nothing of this machine in a project's settings", async () => {
    const place = begin();
    const global = await run(place, "install", "--client", "all", "--scope", "project");
    expect(global.code).toBe(0);
    expect(global.stdout).toContain("npm install --save-dev valehook");
    place.write("package.json", '{ "devDependencies": { "valehook": "0.1.0" } }');
    expect((await run(place, "install", "--client", "all", "--scope", "project")).code).toBe(0);
    const claude = place.read(".claude/settings.json");
    const codex = place.read(".codex/hooks.json");
    expect(commandsIn(claude)["Stop"]).toEqual([
      "node ${CLAUDE_PROJECT_DIR}/node_modules/valehook/dist/valehook.cjs hook --client claude --event Stop",
    ]);
    expect(commandsIn(codex)["Stop"]).toEqual([
      'node "$(git rev-parse --show-toplevel)/node_modules/valehook/dist/valehook.cjs" hook --client codex --event Stop',
    ]);
    expect(claude + codex).not.toContain(place.home);
    expect(claude + codex).not.toContain(process.execPath);
  });

  test("takes the Git root for the project, and says in which folder valehook is no dependency", async () => {
    const place = begin();
    place.write("packages/web/package.json", '{ "devDependencies": { "valehook": "0.1.0" } }');
    const ran = await runValehook(["install", "--client", "claude", "--scope", "project"], {
      cwd: place.at("packages/web"),
      env: place.env,
    });
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain(`${place.root}, doesn't depend on valehook`);
    expect(place.exists(".claude/settings.json")).toBe(true);
    expect(place.exists("packages/web/.claude")).toBe(false);
  });

  test("says that Codex has no local scope, and registers with Claude Code", async () => {
    const place = begin();
    const codex = await run(place, "install", "--client", "codex", "--scope", "local");
    expect(codex.code).toBe(2);
    expect(codex.stdout).toContain("Codex has no local scope");
    const both = await run(place, "install", "--client", "all", "--scope", "local");
    expect(both.code).toBe(0);
    expect(both.stdout).toContain("keep it out of Git");
    const help = await run(place, "install", "--help");
    expect(help.stdout).toContain("you alone in this one (Claude Code only)");
    expect(help.stdout).toContain("of several, those that have the scope");
    expect(commandsIn(place.read(".claude/settings.local.json"))["Stop"]).toEqual([
      ours("claude", "Stop"),
    ]);
  });

  test("writes through a link to the file that it leads to", async () => {
    const place = begin({ "dotfiles/claude.json": person });
    mkdirSync(inHome(place, ".claude"));
    const link = inHome(place, ".claude/settings.json");
    symlinkSync("../dotfiles/claude.json", link);
    expect((await run(place, "install", "--client", "claude")).code).toBe(0);
    expect(lstatSync(link).isSymbolicLink()).toBe(true);
    expect(commandsIn(textOf(place, "dotfiles/claude.json"))["Stop"]).toContain(
      ours("claude", "Stop"),
    );
  });

  test("refuses a link that leads nowhere", async () => {
    const place = begin();
    mkdirSync(inHome(place, ".claude"));
    symlinkSync("../gone.json", inHome(place, ".claude/settings.json"));
    const ran = await run(place, "install", "--client", "claude");
    expect(ran).toMatchObject({ code: 2, stdout: "" });
    expect(ran.stderr).toContain("a link that leads nowhere");
    expect(existsSync(inHome(place, "gone.json"))).toBe(false);
  });

  test("refuses to register a copy that npx is about to lose", async () => {
    const place = begin();
    const cache = join(place.home, ".npm/_npx/0a1b/node_modules/valehook");
    mkdirSync(cache, { recursive: true });
    cpSync(dirname(program), join(cache, "dist"), { recursive: true });
    const ran = await runProgram(
      process.execPath,
      [join(cache, "dist/valehook.cjs"), "install", "--client", "claude"],
      { cwd: place.root, env: place.env },
    );
    expect(ran.code).toBe(2);
    expect(ran.stderr).toContain("npm install --global valehook");
    expect(existsSync(inHome(place, ".claude"))).toBe(false);
  });

  test("refuses to register one project's copy for all projects, and takes it for that project", async () => {
    const place = begin({ ".claude/settings.json": person });
    place.write("package.json", '{ "devDependencies": { "valehook": "0.1.0" } }');
    const copy = place.at("node_modules/valehook/dist");
    cpSync(dirname(program), copy, { recursive: true });
    const own = async (scope: string) =>
      await runProgram(
        process.execPath,
        [join(copy, "valehook.cjs"), "install", "--client", "claude", "--scope", scope],
        { cwd: place.root, env: place.env },
      );
    const user = await own("user");
    expect(user).toMatchObject({ code: 2, stdout: "" });
    expect(user.stderr).toContain(`belongs to the project ${place.root}`);
    expect(user.stderr).toContain("--scope project");
    expect(user.stderr).toContain("npm install --global valehook");
    expect(textOf(place, ".claude/settings.json")).toBe(person);
    for (const scope of ["project", "local"]) expect((await own(scope)).code).toBe(0);
  });

  test("several at once leave a valid file with each hook once, and the person's own", async () => {
    const place = begin({ ".claude/settings.json": person });
    const runs = await Promise.all(
      Array.from({ length: 4 }, () => run(place, "install", "--client", "claude")),
    );
    expect(runs.map(({ code, stderr }) => ({ code, stderr }))).toEqual(
      runs.map(() => ({ code: 0, stderr: "" })),
    );
    const commands = commandsIn(textOf(place, ".claude/settings.json"));
    expect(commands["Stop"]).toEqual(["say done", ours("claude", "Stop")]);
    expect(commands["PreToolUse"]).toEqual([ours("claude", "PreToolUse")]);
    expect(readdirSync(inHome(place, ".claude")).sort()).toEqual([
      "settings.json",
      "settings.json.valehook-backup",
    ]);
    expect(runs.filter(({ stdout }) => stdout.includes("Registered.\n"))).toHaveLength(1);
  });
});

test("a lock that a killed install left behind keeps nobody waiting for long", async () => {
  const place = begin({ ".claude/settings.json": person });
  const lock = inHome(place, ".claude/settings.json.valehook-lock");
  mkdirSync(lock);
  utimesSync(lock, 1, 1);
  expect((await run(place, "install", "--client", "claude")).code).toBe(0);
  expect(commandsIn(textOf(place, ".claude/settings.json"))["PreToolUse"]).toHaveLength(1);
  expect(existsSync(lock)).toBe(false);
});

describe("beside hooks that are there another way", () => {
  test("Claude Code's plugin: nothing is registered, and it is said how to change that", async () => {
    const place = begin({
      ".claude/settings.json": '{ "enabledPlugins": { "valehook@valehook": true } }',
      ".claude/plugins/installed_plugins.json": '{ "plugins": { "valehook@valehook": [{}] } }',
    });
    const ran = await run(place, "install", "--client", "claude");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("claude plugin uninstall valehook@valehook");
    expect(commandsIn(textOf(place, ".claude/settings.json"))).toEqual({});
    const uninstalled = await run(place, "uninstall", "--client", "claude");
    expect(uninstalled.stdout).toContain("goes on to run");
  });

  test("a plugin that came after them: it is said that each event runs twice", async () => {
    const place = begin();
    await run(place, "install", "--client", "codex");
    put(inHome(place, ".codex/config.toml"), '[plugins."valehook@valehook"]\nenabled = true\n');
    const ran = await run(place, "install", "--client", "codex");
    expect(ran.stdout).toContain("valehook uninstall --client codex --scope user");
  });

  test("Codex's plugin: the same", async () => {
    const config = '[plugins."valehook@valehook"]\nenabled = true\n';
    const place = begin({ ".codex/config.toml": config });
    const ran = await run(place, "install", "--client", "codex");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("codex plugin remove valehook@valehook");
    expect(ran.stdout).toContain("/hooks");
    expect(existsSync(inHome(place, ".codex/hooks.json"))).toBe(false);
  });

  test("Codex's config.toml: only the events that it lacks are registered", async () => {
    const group = `[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "valehook hook --client codex --event Stop"\n`;
    const place = begin({ ".codex/config.toml": group });
    const ran = await run(place, "install", "--client", "codex");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("config.toml registers Stop already");
    expect(Object.keys(commandsIn(textOf(place, ".codex/hooks.json")))).toEqual([
      "PreToolUse",
      "PostToolUse",
    ]);
    expect(textOf(place, ".codex/config.toml")).toBe(group);
  });

  test("the user scope serves the local one; a project's is written beside it, and that is told", async () => {
    const place = begin();
    await run(place, "install", "--client", "claude");
    const local = await run(place, "install", "--client", "claude", "--scope", "local");
    expect(local.code).toBe(0);
    expect(local.stdout).toContain("for all your projects already");
    expect(place.exists(".claude")).toBe(false);
    const project = await run(place, "install", "--client", "claude", "--scope", "project");
    expect(project.stdout).toContain(
      "valehook uninstall --client claude --scope user (which switches it off in your other projects too)",
    );
    expect(place.exists(".claude/settings.json")).toBe(true);
  });
});

describe("uninstall", () => {
  test("gives back the very file that was there before, and a second time changes nothing", async () => {
    const place = begin({ ".claude/settings.json": person });
    await run(place, "install", "--client", "claude");
    const ran = await run(place, "uninstall");
    expect(ran.code).toBe(0);
    expect(ran.stdout).toContain("- Stop, PreToolUse, PostToolUse, PostToolUseFailure:");
    expect(textOf(place, ".claude/settings.json")).toBe(person);
    const again = await run(place, "uninstall");
    expect(again.code).toBe(0);
    expect(again.stdout).toContain("nothing was changed");
    expect(existsSync(inHome(place, ".codex"))).toBe(false);
  });

  test("removes a file that holds nothing else, and keeps no copy of what it wrote itself", async () => {
    const place = begin({ ".codex/hooks.json": "{}\n" });
    const file = inHome(place, ".codex/hooks.json");
    await run(place, "install", "--client", "codex");
    const text = textOf(place, ".codex/hooks.json");
    // An older registration of ours, which install mends.
    writeFileSync(file, text.replaceAll(process.execPath, "/old/node"));
    await run(place, "install", "--client", "codex");
    expect(textOf(place, ".codex/hooks.json")).toBe(text);
    const dry = await run(place, "uninstall", "--client", "codex", "--dry-run");
    expect(dry.stdout).toContain("The file would be removed: it holds nothing else.");
    expect(textOf(place, ".codex/hooks.json")).toBe(text);
    const ran = await run(place, "uninstall", "--client", "codex");
    expect(ran.stdout).toContain("The file is gone too: it held nothing else.");
    expect(readdirSync(dirname(file))).toEqual([]);
  });

  test("leaves a link where it is, with an empty file behind it", async () => {
    const place = begin({ "dotfiles/hooks.json": "" });
    mkdirSync(inHome(place, ".codex"));
    symlinkSync("../dotfiles/hooks.json", inHome(place, ".codex/hooks.json"));
    await run(place, "install", "--client", "codex");
    const ran = await run(place, "uninstall", "--client", "codex");
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(lstatSync(inHome(place, ".codex/hooks.json")).isSymbolicLink()).toBe(true);
    expect(textOf(place, "dotfiles/hooks.json")).toBe("{}\n");
  });

  test("keeps a file in which a comment is left, and numbers copies that differ", async () => {
    const place = begin({ ".claude/settings.json": person });
    const file = inHome(place, ".claude/settings.json");
    await run(place, "install", "--client", "claude");
    await run(place, "uninstall", "--client", "claude");
    expect(readdirSync(dirname(file)).sort()).toEqual([
      "settings.json",
      "settings.json.valehook-backup",
      "settings.json.valehook-backup-2",
    ]);
    const hook = { type: "command", command: "valehook hook" };
    writeFileSync(file, `// mine\n${JSON.stringify({ hooks: { Stop: [{ hooks: [hook] }] } })}\n`);
    await run(place, "uninstall", "--client", "claude");
    expect(textOf(place, ".claude/settings.json")).toBe("// mine\n{}\n");
    expect(existsSync(`${file}.valehook-backup-3`)).toBe(true);
  });

  test("tells its outcome as JSON", async () => {
    const place = begin();
    await run(place, "install", "--client", "codex");
    const ran = await run(place, "uninstall", "--client", "codex", "--dry-run", "--json");
    expect(JSON.parse(ran.stdout)).toMatchObject({
      schema: 1,
      dryRun: true,
      clients: [
        {
          client: "codex",
          scope: "user",
          status: "changed",
          file: inHome(place, ".codex/hooks.json"),
          added: [],
          removed: [{ event: "PreToolUse" }, { event: "PostToolUse" }, { event: "Stop" }],
        },
      ],
    });
  });
});

test("what was installed through a link to the program is what doctor takes for valehook's own", async () => {
  const place = makeWorkspace({ files: foobadStyle() });
  const link = join(place.home, "bin/valehook");
  mkdirSync(dirname(link));
  symlinkSync(program, link);
  const options = { cwd: place.root, env: place.env };
  const linked = async (...args: readonly string[]) =>
    await runProgram(process.execPath, [link, ...args], options);
  expect((await linked("install", "--client", "claude", "--scope", "local")).code).toBe(0);
  expect(commandsIn(place.read(".claude/settings.local.json"))["Stop"]).toEqual([
    ours("claude", "Stop"),
  ]);
  const examined = await linked("doctor");
  expect(examined.stdout).toContain("the registered commands run, and told a sample finding");
  expect(examined.stdout).not.toContain("It was not run");
});
