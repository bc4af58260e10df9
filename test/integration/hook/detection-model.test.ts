import { existsSync, readdirSync, readFileSync } from "node:fs";

import * as fc from "fast-check";
import { expect, test } from "vitest";

import { deadlineIn } from "../../../src/base/deadline.ts";
import { openRootSession } from "../../../src/hook/root-session.ts";
import { startSession } from "../../../src/hook/start-session.ts";
import { track } from "../../../src/hook/track.ts";
import { findWorkspace } from "../../../src/scope/workspace.ts";
import { CoarseDisk } from "../../support/coarse-disk.ts";
import { NaiveModel, type Seen } from "../../support/detection/naive-model.ts";
import { RealGit } from "../../support/detection/real-git.ts";
import { SimulatedGit } from "../../support/detection/simulated-git.ts";
import { apply, begin, stories, type Step, type Story } from "../../support/detection/steps.ts";
import { makeWorkspace, type TestWorkspace } from "../../support/workspace.ts";

const SEQUENCES = Number(process.env["VALEHOOK_MODEL_REAL_SEQUENCES"] ?? 60);
const SEED = Number(process.env["VALEHOOK_MODEL_SEED"] ?? 20_261_201);

const story = stories({ before: 4, steps: 12 });
const deadline = deadlineIn(3_600_000);

/** A session as the hook keeps it, its processes aside. */
async function startReal({ root, env }: TestWorkspace): Promise<{ look(): Promise<Seen> }> {
  const workspace = findWorkspace(root);
  if (!workspace.ok) throw new Error(workspace.problem.code);
  const session = await openRootSession(workspace.value, "a story", env);
  const started = await startSession(session, { startedBy: "pre-tool-use" }, deadline);
  if (!started.ok || !started.value.isNew) throw new Error("not started");
  return {
    look: async () => {
      const tracked = await track(session, { deadline, early: undefined, evenIfOwned: true });
      if (!tracked.ok || tracked.value.kind === "no-baseline") throw new Error("not tracked");
      const { session: now, facts } = tracked.value;
      const brought = facts.map(({ fact }) => (fact.kind === "git-brought" ? fact.files : 0));
      return {
        owed: new Map([...now.files.values()].map(({ path, digest }) => [path, digest])),
        brought: brought.reduce((sum, files) => sum + files, 0),
      };
    },
  };
}

/** Plays a story in memory and for real: files and reflogs must stay alike, and a session must owe what the model says. */
async function play(told: Story): Promise<void> {
  const disk = new CoarseDisk();
  const git = new SimulatedGit(disk);
  const workspace = makeWorkspace();
  const real = new RealGit(workspace);
  const both = (step: Step, author: string): void => {
    if (apply(disk, git, step, author)) real.follow(step, git, author);
    else if (step.kind === "commit" || step.kind === "add")
      real.follow({ kind: "add" }, git, author);
    expect(filesOf(workspace.root), step.kind).toEqual(simulatedFiles(disk));
    expect(messagesOf(workspace.root), step.kind).toEqual(messagesIn(git.reflog));
  };
  begin(told, (step) => both(step, "other"));
  const session = await startReal(workspace);
  const model = new NaiveModel(disk, git);
  git.beginSession();
  for (const step of [...told.steps, { kind: "look" } as const]) {
    both(step, "agent");
    if (step.kind !== "look") continue;
    expect(plain(await session.look())).toEqual(plain(model.look()));
  }
  workspace.cleanup();
}

function filesOf(root: string): Record<string, string> {
  const names = readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length + 1))
    .filter((path) => !path.startsWith("."));
  return Object.fromEntries(
    names.sort().map((path) => [path, readFileSync(`${root}/${path}`, "utf8")]),
  );
}

function simulatedFiles(disk: CoarseDisk): Record<string, string> {
  const names = disk.regularFiles().sort();
  return Object.fromEntries(names.map((path) => [path, disk.text(path)]));
}

/** HEAD's moves as Git tells them. */
function messagesOf(root: string): string[] {
  const file = `${root}/.git/logs/HEAD`;
  return existsSync(file) ? messagesIn(readFileSync(file, "utf8")) : [];
}

/** Ids of commits differ between the two, the words don't. */
function messagesIn(reflog: string): string[] {
  return (reflog.match(/\t.*/g) ?? []).map((words) => words.replaceAll(/[0-9a-f]{40}/g, "id"));
}

function plain({ owed, brought }: Seen): unknown {
  return { owed: Object.fromEntries([...owed].sort(([a], [b]) => (a < b ? -1 : 1))), brought };
}

test(
  "what the simulated Git does, Git does, and a real session owes the same",
  { timeout: 3_600_000 },
  async () => {
    process.stdout.write(`${SEQUENCES} sequences, seed ${SEED}\n`);
    await fc.assert(fc.asyncProperty(story, play), {
      numRuns: SEQUENCES,
      seed: SEED,
      endOnFailure: true,
    });
  },
);
