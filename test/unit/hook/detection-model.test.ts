import * as fc from "fast-check";
import { describe, expect, test } from "vitest";

import type { Disk } from "../../../src/snapshot/disk.ts";
import { CoarseDisk } from "../../support/coarse-disk.ts";
import { simulatedBaselineGit, simulatedHistory } from "../../support/detection/git-answers.ts";
import { NaiveModel, type Seen } from "../../support/detection/naive-model.ts";
import { SimulatedGit } from "../../support/detection/simulated-git.ts";
import { apply, begin, stories, type Story } from "../../support/detection/steps.ts";
import { WatchingSession, type Machine } from "../../support/detection/watching-session.ts";

const SEQUENCES = Number(process.env["VALEHOOK_MODEL_SEQUENCES"] ?? 10_000);
const SEED = Number(process.env["VALEHOOK_MODEL_SEED"] ?? 20_261_201);
/** A mistake has to be found within so many. */
const MUTANT_SEQUENCES = 5_000;

const story = stories({ before: 8, steps: 20 });

/** How often each step was done, and did something. */
type Counts = Map<string, number>;

function machineOf(disk: CoarseDisk, git: SimulatedGit): Machine {
  return {
    disk,
    listing: () =>
      Buffer.from(
        git
          .listing()
          .map((path) => `${path}\0`)
          .join(""),
      ),
    history: simulatedHistory(git),
    git: simulatedBaselineGit(git),
  };
}

type Mistake = (machine: Machine, disk: CoarseDisk) => Machine;

/** Plays a story and holds every look of a session against the model's. */
async function play(told: Story, mistake: Mistake, counts: Counts): Promise<void> {
  const disk = new CoarseDisk();
  const git = new SimulatedGit(disk);
  begin(told, (step) => void apply(disk, git, step, "other"));
  const session = await WatchingSession.start(mistake(machineOf(disk, git), disk));
  const model = new NaiveModel(disk, git);
  git.beginSession();
  for (const step of [...told.steps, { kind: "look" } as const]) {
    if (apply(disk, git, step, "agent")) count(counts, step.kind);
    if (step.kind !== "look") continue;
    const expected = model.look();
    if (expected.brought > 0) count(counts, "look that finds what Git brought");
    expect(plain(await session.look())).toEqual(plain(expected));
  }
}

function count(counts: Counts, what: string): void {
  counts.set(what, (counts.get(what) ?? 0) + 1);
}

function plain({ owed, brought }: Seen): unknown {
  return { owed: Object.fromEntries([...owed].sort(([a], [b]) => (a < b ? -1 : 1))), brought };
}

test(
  "what a session owes after any sequence of edits, Git operations and ticks is what reading every file tells",
  { timeout: 3_600_000 },
  async () => {
    const counts: Counts = new Map();
    const property = fc.asyncProperty(story, (one) => play(one, (machine) => machine, counts));
    await fc.assert(property, { numRuns: SEQUENCES, seed: SEED });
    const lines = [...counts].sort(([, a], [, b]) => a - b).map(([what, n]) => `${n} ${what}`);
    process.stdout.write(`${SEQUENCES} sequences, seed ${SEED}: ${lines.join(", ")}\n`);
    const least = Math.floor(SEQUENCES / 20);
    expect([...counts].filter(([, times]) => times < least)).toEqual([]);
  },
);

/** The same disk, with one of its methods replaced. */
function withMethod<K extends keyof Disk>(disk: Disk, name: K, method: Disk[K]): Disk {
  return new Proxy(disk, {
    get: (target, key) => {
      if (key === name) return method;
      const value: unknown = Reflect.get(target, key, target);
      return typeof value === "function" ? value.bind(target) : value;
    },
  });
}

const mistakes: readonly [string, Mistake][] = [
  [
    "change times are not looked at",
    (machine, disk) => ({
      ...machine,
      disk: withMethod(disk, "lstat", (path) => {
        const stat = disk.lstat(path);
        return stat === undefined ? undefined : { ...stat, ctimeNs: 0n };
      }),
    }),
  ],
  [
    "a stamp as young as the look is taken for sure",
    (machine, disk) => ({
      ...machine,
      disk: withMethod(disk, "touchClock", () => ({ ns: disk.now + (1n << 60n), dev: 7n })),
    }),
  ],
  [
    "the session's own contents are not remembered",
    (machine) => ({
      ...machine,
      betweenLooks: (session) => ({ ...session, own: new Set() }),
      history: {
        ...machine.history,
        reflog: () => {
          const text = machine.history.reflog().toString("utf8");
          return Buffer.from(text.replaceAll(/\t.*$/gm, "\tcheckout: moving from a to b"));
        },
      },
    }),
  ],
  [
    "a blob id is taken for the bytes though line ends are converted",
    (machine) => ({
      ...machine,
      git: machine.git && {
        ...machine.git,
        run: async (args, input) => {
          const answer = await machine.git?.run(args, input);
          if (answer === undefined) throw new Error("no answer");
          return args[0] === "check-attr" ? { ok: true, value: Buffer.alloc(0) } : answer;
        },
      },
    }),
  ],
  [
    "the digest is that of another file",
    (machine, disk) => ({
      ...machine,
      disk: withMethod(disk, "readFile", (path, max) =>
        disk.readFile((disk.has("a.md") ? "a.md" : path) as never, max),
      ),
    }),
  ],
];

describe("a mistake is found by the same sequences", () => {
  test.each(mistakes)("%s", { timeout: 3_600_000 }, async (_, mistake) => {
    const property = fc.asyncProperty(story, (one) => play(one, mistake, new Map()));
    const checked = await fc.check(property, {
      numRuns: MUTANT_SEQUENCES,
      seed: SEED,
      endOnFailure: true,
    });
    process.stdout.write(`found in sequence ${checked.numRuns}\n`);
    expect(checked.errorInstance).toHaveProperty("name", "AssertionError");
  });
});
