import { execFileSync } from "node:child_process";
import { existsSync, readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import { isDeepStrictEqual } from "node:util";
import { describe, expect, test } from "vitest";
import { deadlineIn } from "../../../src/base/deadline.ts";
import { openSessionStore } from "../../../src/state/store.ts";
import { agentSession, type AgentSession } from "../../support/agent-session.ts";
import { gapsOf, mutationsOf, type Gap } from "../../support/kill-points.ts";
import { remainingProcesses } from "../../support/processes.ts";
import { traceValehook, type TracedRun } from "../../support/system-calls.ts";
import {
  foobadStyle,
  makeWorkspace,
  temporaryFolder,
  type TestWorkspace,
} from "../../support/workspace.ts";

/**
 * How often one place is aimed at: two threads may make their changes in another order than in the run that showed the
 * places.
 */
const AIMS = 4;

/** The file that is edited after a killed PreToolUse is a new one: the baseline must meet the others as they were. */
const edited: Readonly<Record<string, string>> = { PreToolUse: "docs/new.md" };

function editedBy(event: string): string {
  return edited[event] ?? "docs/a.md";
}

const start = { ...foobadStyle(), "docs/a.md": "All is well.\n", "docs/old.md": "foobad\n" };

/** A session that stands before an event, and that can be brought back to there. */
class Scene {
  readonly workspace: TestWorkspace;
  readonly session: AgentSession;
  readonly state: string;
  readonly #saved = temporaryFolder();

  constructor(workspace: TestWorkspace, session: AgentSession) {
    this.workspace = workspace;
    this.session = session;
    this.state = workspace.at(".git/vale-state");
  }

  static async before(event: string): Promise<Scene> {
    const workspace = makeWorkspace({ files: start });
    const session = agentSession(workspace);
    if (event !== "PreToolUse") {
      await session.pre();
      workspace.write("docs/a.md", "All is well.\nfoobad\n");
    }
    const scene = new Scene(workspace, session);
    scene.#copy(scene.state, join(scene.#saved, "state"));
    scene.#copy(workspace.home, join(scene.#saved, "home"));
    return scene;
  }

  restore(event: string): void {
    if (event === "PreToolUse") this.workspace.remove(editedBy(event));
    this.#copy(join(this.#saved, "state"), this.state);
    this.#copy(join(this.#saved, "home"), this.workspace.home);
  }

  #copy(from: string, to: string): void {
    rmSync(to, { recursive: true, force: true });
    // Node 22 gives the folders that it copies another mode.
    if (existsSync(from)) execFileSync("cp", ["-a", from, to]);
  }

  async run(event: string, killBefore?: number): Promise<TracedRun> {
    const { root, env } = this.workspace;
    const input = JSON.stringify({
      session_id: this.session.id,
      cwd: root,
      hook_event_name: event,
      tool_name: "Bash",
      tool_input: { command: "true" },
      stop_hook_active: false,
    });
    return await traceValehook(["hook"], {
      cwd: root,
      env,
      input,
      ...(killBefore === undefined ? {} : { killBefore }),
    });
  }

  baseline(): Buffer | undefined {
    const { paths } = openSessionStore({ stateFolder: this.state, sessionId: this.session.id });
    return existsSync(paths.baseline) ? readFileSync(paths.baseline) : undefined;
  }

  /** A lock that a killed event left is given up before this deadline, or this fails with `state-busy`. */
  async takeLock(): Promise<void> {
    const store = openSessionStore({ stateFolder: this.state, sessionId: this.session.id });
    const taken = await store.update(deadlineIn(3_000), () =>
      Promise.resolve({ kind: "keep", value: undefined }),
    );
    expect(taken).toEqual({ ok: true, value: undefined });
  }
}

function occurrences(texts: readonly (string | undefined)[], what: string): number {
  return texts.join("\n").split(what).length - 1;
}

/** What comes after a killed event, and everything that the agent reads of its finding. */
async function goOn(event: string, scene: Scene, answer: string): Promise<void> {
  const { session, workspace } = scene;
  const told = [answer];
  const path = editedBy(event);
  const finding = `${path}:2:1`;
  if (event === "PreToolUse") workspace.write(path, "All is well.\nfoobad\n");
  if (event !== "Stop") {
    const input = { file_path: workspace.at(path), content: "" };
    told.push((await session.post({ tool: "Write", input })).raw.stdout);
    expect(occurrences(told, finding)).toBeGreaterThanOrEqual(1);
    expect(occurrences(told, finding)).toBeLessThanOrEqual(2);
  }
  const blocks = event === "Stop" ? [answer] : [];
  blocks.push((await session.stop()).raw.stdout);
  if (event === "PreToolUse" && told.join("").includes("baseline")) {
    // Without a baseline the finding is told after the tool and is part of the baseline that is taken then.
    expect(occurrences(blocks, "old.md")).toBe(0);
    return;
  }
  expect(occurrences(blocks, finding)).toBeGreaterThanOrEqual(1);
  expect(occurrences(blocks, finding)).toBeLessThanOrEqual(2);
  expect((await session.stop()).blocked).toBeUndefined();
  expect(occurrences([...told, ...blocks], "old.md")).toBe(0);
}

/** Kills an event at a place and goes on. Whether it was killed there: at wherever else it was, nothing may be lost. */
async function isKilledAt(event: string, gap: Gap, scene: Scene): Promise<boolean> {
  scene.restore(event);
  const { result, calls } = await scene.run(event, gap.done.length);
  const baseline = scene.baseline();
  await scene.takeLock();
  await goOn(event, scene, result.stdout);
  if (baseline !== undefined) expect(scene.baseline()).toEqual(baseline);
  const names = readdirSync(scene.state);
  expect(names.filter((name) => /\.(?:damaged|version|deleted)\./.test(name))).toEqual([]);
  expect(await remainingProcesses(scene.workspace.root)).toEqual([]);
  expect(result.signal).toBe("SIGKILL");
  // The last call of the log is the shim's own.
  const [end, ...done] = mutationsOf(calls).toReversed();
  expect(end).toBe("kill");
  return isDeepStrictEqual(done.toReversed(), gap.done);
}

async function isHit(event: string, gap: Gap, scene: Scene): Promise<boolean> {
  for (let aim = 0; aim < AIMS; aim += 1) {
    if (await isKilledAt(event, gap, scene)) return true;
  }
  return false;
}

describe.concurrent("killed before any of its writes, renames, locks and spawns", () => {
  test.each(["PreToolUse", "PostToolUse", "Stop"])(
    "%s loses no finding, no baseline and no lock",
    async (event) => {
      const scene = await Scene.before(event);
      const dry = await scene.run(event);
      expect(dry.result.stderr).toBe("");
      const gaps = gapsOf(mutationsOf(dry.calls));
      const missed: string[] = [];
      for (const gap of gaps) {
        const where = `killed before ${gap.next}, the ${gap.done.length + 1}th change`;
        const hit = await isHit(event, gap, scene).catch((error: unknown) => {
          throw new Error(where, { cause: error });
        });
        if (!hit) missed.push(where);
      }
      expect(missed).toEqual([]);
    },
    3_600_000,
  );
});
