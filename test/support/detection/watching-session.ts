import { deadlineIn } from "../../../src/base/deadline.ts";
import { success } from "../../../src/base/result.ts";
import { gitOrigins } from "../../../src/hook/git-origins.ts";
import { takeInLook, type TakeInPorts } from "../../../src/hook/take-in-look.ts";
import type { GitHistory } from "../../../src/scope/git-history.ts";
import { headPosition } from "../../../src/scope/head-position.ts";
import type { Workspace } from "../../../src/scope/workspace.ts";
import { baselineFiles } from "../../../src/snapshot/baseline.ts";
import { decodeBaseline, encodeBaseline } from "../../../src/snapshot/baseline-codec.ts";
import { lookAt, type Disk } from "../../../src/snapshot/disk.ts";
import { look } from "../../../src/snapshot/look.ts";
import { decodeSnapshot, encodeSnapshot } from "../../../src/snapshot/snapshot-codec.ts";
import { takeBaseline, type BaselineRequest } from "../../../src/snapshot/take-baseline.ts";
import { newSession } from "../../../src/state/new-session.ts";
import { dropVanished } from "../../../src/state/record-look.ts";
import type { Session } from "../../../src/state/session.ts";
import type { Look } from "../../../src/state/confirmed-change.ts";
import type { Seen } from "./naive-model.ts";

/** All that the detection touches. */
export interface Machine {
  readonly disk: Disk;
  readonly listing: () => Buffer;
  readonly history: GitHistory;
  readonly git: BaselineRequest["git"];
  /** For mistakes that are made between two looks. */
  readonly betweenLooks?: (session: Session) => Session;
}

const workspace: Workspace = { root: "/w", kind: "git", gitDir: "/w/.git", commonDir: "/w/.git" };
const format = "sha1";
const bytes = 1000;
const deadline = deadlineIn(3_600_000);

function isEligible(): boolean {
  return true;
}

/** A hook's session without its processes: what is kept between two events goes through its own bytes. */
export class WatchingSession {
  readonly #machine: Machine;
  readonly #baseline: Look["baseline"];
  #session: Session;
  #current: Buffer;

  static async start(machine: Machine): Promise<WatchingSession> {
    const head = await headPosition(workspace, machine.history);
    if (!head.ok) throw new Error(head.problem.code);
    const { disk, git } = machine;
    const taken = await takeBaseline({
      disk,
      git,
      isEligible,
      format,
      deadline,
      listing: machine.listing(),
      watched: [],
      maxFileBytes: bytes,
      lineDigestBytes: bytes,
    });
    if (!taken.ok) throw new Error(taken.problem.code);
    const session = newSession({
      startedAtMs: 0,
      startedBy: "pre-tool-use",
      head: head.value.commit === "" ? undefined : head.value,
      checks: undefined,
    });
    return new WatchingSession(machine, session, encodeBaseline(taken.value.baseline));
  }

  private constructor(machine: Machine, session: Session, baseline: Buffer) {
    const decoded = decodeBaseline(baseline, format);
    if (!decoded.ok) throw new Error(decoded.problem);
    const fileAt = baselineFiles(decoded.value);
    this.#machine = machine;
    this.#session = session;
    this.#current = baseline;
    this.#baseline = (path) => {
      const file = fileAt(path);
      if (file?.source === "unknown") throw new Error(`${path} is not known`);
      return file?.digest;
    };
  }

  async look(): Promise<Seen> {
    const { disk, listing, betweenLooks } = this.#machine;
    const previous = decodeSnapshot(this.#current);
    if (!previous.ok) throw new Error(previous.problem);
    const looked = await look({
      disk,
      previous: previous.value,
      startListing: () => ({ done: () => Promise.resolve(success(listing())) }),
      loadRule: () => Promise.resolve(isEligible),
    });
    if (!looked.ok || looked.value.kind === "damaged") throw new Error("no look");
    if (looked.value.kind === "quiet") return this.#seen(0);
    const taken = await takeInLook(this.#ports(), {
      session: this.#session,
      baseline: this.#baseline,
      current: previous.value,
      found: looked.value,
      deadline,
    });
    if (taken.problem !== undefined) throw new Error(taken.problem.code);
    const there = dropVanished(taken.session, (path) => lookAt(disk, path).kind !== "absent");
    this.#session = betweenLooks === undefined ? there : betweenLooks(there);
    this.#current = encodeSnapshot(taken.next);
    return this.#seen(taken.broughtByGit);
  }

  #ports(): TakeInPorts {
    const { disk, history } = this.#machine;
    return {
      disk,
      format,
      origins: async (session, changes) => await gitOrigins(workspace, session, changes, history),
      alike: () => Promise.resolve(new Map()),
    };
  }

  #seen(brought: number): Seen {
    const files = [...this.#session.files.values()];
    return { owed: new Map(files.map(({ path, digest }) => [path, digest])), brought };
  }
}
