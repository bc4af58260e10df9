import { spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync } from "node:fs";
import { expect, test } from "vitest";
import { openSessionStore } from "../../../src/state/store.ts";
import {
  agentSession,
  type AgentSession,
  textOf,
  type HookAnswer,
} from "../../support/agent-session.ts";
import { foobadStyle, makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const start = { ...foobadStyle(), "docs/a.md": "All is well.\n", "docs/old.md": "foobad\n" };

function numbers(count: number): number[] {
  return Array.from({ length: count }, (_, index) => index);
}

function timesTold(answers: readonly HookAnswer[], what: string): number {
  return answers.map(textOf).join("\n").split(what).length - 1;
}

/** The state of a session is whole: it can be read, and nothing of it was set aside. */
async function expectWholeState(workspace: TestWorkspace, { id }: AgentSession): Promise<void> {
  const stateFolder = workspace.at(".git/vale-state");
  const peeked = await openSessionStore({ stateFolder, sessionId: id }).peek();
  expect(peeked).toMatchObject({ ok: true, value: { generation: expect.any(Number) } });
  const asides = readdirSync(stateFolder).filter((name) =>
    /\.(?:damaged|version|deleted)\./.test(name),
  );
  expect(asides).toEqual([]);
}

function expectAllWell(answers: readonly HookAnswer[]): void {
  for (const { raw } of answers) expect(raw).toMatchObject({ code: 0, stderr: "" });
}

test("sixteen hooks of one session at once tell every finding, each once or twice", async () => {
  const workspace = makeWorkspace({ files: start });
  const session = agentSession(workspace);
  const begun = await Promise.all(numbers(16).map(async () => await session.pre()));
  expectAllWell(begun);
  const names = numbers(16).map((index) => `docs/new-${index}.md`);
  const answers = await Promise.all(
    names.map(async (name) => {
      workspace.write(name, "foobad\n");
      return await session.post();
    }),
  );
  answers.push(await session.post());
  expectAllWell(answers);
  for (const name of names) {
    expect([1, 2], name).toContain(timesTold(answers, `${name}:1:1 `));
  }
  const stopped = await session.stop();
  for (const name of names) expect(stopped.blocked).toContain(`${name}:1:1`);
  expect(stopped.blocked).not.toContain("docs/old.md");
  await expectWholeState(workspace, session);
});

test("of several Stops at the same moment one blocks, and the next one hears nothing more", async () => {
  const workspace = makeWorkspace({ files: start });
  const session = agentSession(workspace);
  await session.pre();
  workspace.write("docs/a.md", "foobad\n");
  const stops = await Promise.all(numbers(4).map(async () => await session.stop()));
  expectAllWell(stops);
  const blocks = stops.filter(({ blocked }) => blocked !== undefined);
  expect(blocks).toHaveLength(1);
  expect(blocks[0]?.blocked).toContain("docs/a.md:1:1");
  expect((await session.stop()).raw.stdout).toBe("");
  await expectWholeState(workspace, session);
});

test("eight sessions at once in one workspace are told of their own finding each", async () => {
  const workspace = makeWorkspace({ files: start });
  const sessions = numbers(8).map(() => agentSession(workspace));
  expectAllWell(await Promise.all(sessions.map(async (session) => await session.pre())));
  workspace.write("docs/a.md", "foobad\n");
  const answers = await Promise.all(sessions.map(async (session) => await session.post()));
  expectAllWell(answers);
  for (const { context } of answers) expect(context).toContain("docs/a.md:1:1");
  const stops = await Promise.all(sessions.map(async (session) => await session.stop()));
  for (const { blocked } of stops) expect(blocked).toContain("docs/a.md:1:1");
  for (const session of sessions) await expectWholeState(workspace, session);
});

/** Adds, commits and checks out without a pause until it is stopped. */
const gitLoop = `
  i=0
  while [ -e ../git-loop ]; do
    i=$((i + 1))
    printf 'Turn %s is fine.\\n' "$i" > docs/turns.md
    git add docs/turns.md && git commit --quiet --message "Turn $i"
    git checkout --quiet --detach HEAD~1 && git checkout --quiet main
  done`;

test("hooks work while Git rewrites its index, and take no lock from under it", async () => {
  const workspace = makeWorkspace({ files: { ...start, "docs/turns.md": "Turn 0 is fine.\\n" } });
  const session = agentSession(workspace);
  await session.pre();
  workspace.write("../git-loop", "");
  const loop = spawn("sh", ["-c", gitLoop], {
    cwd: workspace.root,
    env: workspace.env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let words = "";
  loop.stderr.setEncoding("utf8").on("data", (text: string) => (words += text));
  const ended = once(loop, "close");
  const answers: HookAnswer[] = [];
  for (const index of numbers(6)) {
    workspace.write(`docs/new-${index}.md`, "foobad\n");
    answers.push(await session.post());
  }
  workspace.remove("../git-loop");
  await ended;
  expect(words).toBe("");
  expectAllWell(answers);
  answers.push(await session.post());
  for (const index of numbers(6)) {
    expect([1, 2]).toContain(timesTold(answers, `docs/new-${index}.md:1:1 `));
  }
  expect(answers.map(textOf).join("\n")).not.toContain("Git");
  const stopped = await session.stop();
  for (const index of numbers(6)) expect(stopped.blocked).toContain(`docs/new-${index}.md:1:1`);
  await expectWholeState(workspace, session);
});
