import { join } from "node:path";

import type { Deadline } from "../base/deadline.ts";
import { limits } from "../base/limits.ts";
import type { Problem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import { startListing } from "../check/list-workspace.ts";
import { workspaceRules } from "../check/workspace-rules.ts";
import { digestFormat } from "../scope/blobs.ts";
import type { GitListing } from "../scope/listing.ts";
import { runGit } from "../scope/run-git.ts";
import { headPosition } from "../scope/head-position.ts";
import { encodeBaseline } from "../snapshot/baseline-codec.ts";
import { readGitIndexFile } from "../snapshot/git-index-file.ts";
import { encodeLines } from "../snapshot/line-digests.ts";
import { takeBaseline } from "../snapshot/take-baseline.ts";
import { newSession } from "../state/new-session.ts";
import type { Session } from "../state/session.ts";
import { readChecks, unchangedChecks } from "./checks-contents.ts";
import { expireState } from "./expire-state.ts";
import { isStillRefused } from "./refusal.ts";
import type { RootSession } from "./root-session.ts";
import { onceProblem, setAsideFact, type OnceFact } from "./told-fact.ts";
import { watchedPaths } from "./watched-paths.ts";

export interface SessionStart {
  readonly startedBy: Session["startedBy"];
  /** The workspace's listing, where it is under way already. */
  readonly listing?: Pick<GitListing, "done"> | undefined;
}

export interface Started {
  /** False where the session had its baseline already, taken by another event meanwhile. */
  readonly isNew: boolean;
  /** Whether any Vale configuration applies to the workspace; true where that can't be told. */
  readonly isConfigured: boolean;
  readonly facts: readonly OnceFact[];
  /** Why there is no baseline. */
  readonly problem: Problem | undefined;
}

/**
 * Takes the baseline of a session in a workspace, if it has none, under the session's lock: events that come meanwhile
 * wait for it. Problems of listing leave the session without one, and the next event tries again; but a workspace that
 * was refused stays so, in silence, until its settings change.
 */
export async function startSession(
  root: RootSession,
  start: SessionStart,
  deadline: Deadline,
): Promise<Result<Started>> {
  if (isStillRefused(root)) {
    return success({ isNew: false, isConfigured: true, facts: [], problem: undefined });
  }
  const started = await root.store.update<Started>(deadline, async ({ session, asides }) => {
    const found = asides.map(setAsideFact);
    const value = { isNew: false, isConfigured: true, facts: found, problem: undefined };
    if (session !== undefined) return { kind: "keep", value };
    const taken = await take(root, start, deadline);
    if (!taken.ok) return { kind: "keep", value: { ...value, ...taken.problem } };
    const { isConfigured, problems, session: fresh, ...files } = taken.value;
    const facts = [...found, ...problems.map(onceProblem)];
    const hasNews = start.startedBy === "pre-tool-use" && isConfigured && facts.length > 0;
    return {
      kind: "start",
      session: { ...fresh, hasNews },
      ...files,
      value: { isNew: true, isConfigured, facts, problem: undefined },
    };
  });
  if (!started.ok || started.value.problem !== undefined) return started;
  if (started.value.isNew) await expireState(root);
  const added = await root.roots.addRoot(root.open.workspace.root);
  if (added.ok) return started;
  const facts = [...started.value.facts, onceProblem(added.problem)];
  return success({ ...started.value, facts });
}

interface TakenStart {
  readonly session: Session;
  readonly baseline: Buffer;
  readonly baselineLines?: Buffer;
  readonly isConfigured: boolean;
  readonly problems: readonly Problem[];
}

type NotTaken = Pick<Started, "isConfigured"> & { readonly problem: Problem };

async function take(
  root: RootSession,
  { startedBy, listing: early }: SessionStart,
  deadline: Deadline,
): Promise<Result<TakenStart, NotTaken>> {
  const { open, disk } = root;
  const { workspace, settings } = open;
  const finding = workspace.kind === "git" ? headPosition(workspace) : undefined;
  const listing = await (early ?? startListing(open)).done();
  if (!listing.ok) return failure({ problem: listing.problem, isConfigured: true });
  const { bytes, unreadable } = listing.value;
  const rules = await workspaceRules(open, bytes);
  const isConfigured = rules.configs.length > 0 || rules.problems.length > 0;
  const count = rules.eligible.length;
  if (count > settings.maxFiles) {
    const problem = { code: "too-many-files", count, max: settings.maxFiles } as const;
    return failure({ problem, isConfigured });
  }
  const watched = watchedPaths(open, rules.configs);
  const head = await finding;
  const taken = await takeBaseline({
    disk,
    listing: bytes,
    isEligible: rules.paths.isEligible,
    watched,
    format: digestFormat(workspace),
    git:
      workspace.gitDir === undefined
        ? undefined
        : {
            run: async (args, input) => await runGit(workspace, args, input, open.env),
            readIndex: readIndexOf(workspace.gitDir),
          },
    maxFileBytes: limits.digestBytes,
    lineDigestBytes: limits.lineDigestBytes,
    deadline,
  });
  if (!taken.ok) return failure({ problem: taken.problem, isConfigured });
  const { baseline, lines } = taken.value;
  const session = newSession({
    startedAtMs: Date.now(),
    startedBy,
    head: head?.ok === true && head.value.commit !== "" ? head.value : undefined,
    checks: unchangedChecks,
    checksAtStart: await readChecks(open, watched),
  });
  const problems = [
    ...unreadable,
    ...(open.settingsProblem === undefined ? [] : [open.settingsProblem]),
    ...(head?.ok === false ? [head.problem] : []),
  ];
  return success({
    session,
    baseline: encodeBaseline(baseline),
    ...(lines.size === 0 ? {} : { baselineLines: encodeLines(lines) }),
    isConfigured,
    problems,
  });
}

function readIndexOf(gitDir: string): () => ReturnType<typeof readGitIndexFile> {
  return () => readGitIndexFile(join(gitDir, "index"));
}
