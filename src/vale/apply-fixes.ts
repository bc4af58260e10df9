import { availableParallelism } from "node:os";
import { join } from "node:path";
import pMap from "p-map";
import writeFileAtomic from "write-file-atomic";
import { errnoOf } from "../base/errno.ts";
import type { Problem } from "../base/problem.ts";
import { hasEscapedBytes, type RelPath } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import { checkFiles } from "./check-files.ts";
import type { CheckRequest } from "./check-request.ts";
import { checkText } from "./check-text.ts";
import { nodeFileIo } from "./file-io.ts";
import type { Finding } from "./finding.ts";
import { fixText } from "./fix-edits.ts";
import { groupBy } from "../base/group-by.ts";
import type { Outcome } from "./outcome.ts";

export interface FixRequest extends CheckRequest {
  /** Whether a file is documentation; nothing else is ever written to. */
  readonly isDocumentation: (path: RelPath) => boolean;
  /** Takes each fixed text instead of the file: nothing is written then. */
  readonly preview?: ((path: RelPath, fix: FixedFile) => void) | undefined;
}

/** A file's text and what the fixes make of it. */
export interface FixedFile {
  readonly before: Buffer;
  readonly after: Buffer;
}

/** What became of one file that was to be fixed. */
export type FixOutcome =
  | {
      readonly kind: "done";
      readonly path: RelPath;
      /** Fixes that were made; 0: the file was not written to. */
      readonly applied: number;
      /** What Vale still has to say, sorted as in reports. */
      readonly left: readonly Finding[];
    }
  | { readonly kind: "unchecked"; readonly path: RelPath; readonly problem: Problem };

interface Fixed {
  readonly applied: number;
  readonly left: readonly Finding[];
}

/**
 * Applies the fixes that leave no choice, in documentation files, and returns one outcome for each file
 * in the order asked. Vale at times reports a match at an equal text elsewhere (in a code span), so each
 * fixed text is put to Vale again before it is written: fixes that did not take their findings away are
 * taken back. A file is replaced in one step, with its permissions, and only if it is still what Vale
 * read. One whose name isn't UTF-8 is only checked.
 */
export async function applyFixes(request: FixRequest): Promise<FixOutcome[]> {
  const outcomes = await checkFiles(request);
  const concurrency = Math.max(1, request.jobs ?? availableParallelism());
  return await pMap(outcomes, (outcome) => fixOutcome(request, outcome), { concurrency });
}

async function fixOutcome(request: FixRequest, outcome: Outcome): Promise<FixOutcome> {
  if (outcome.kind === "unchecked") return outcome;
  const { path, findings } = outcome;
  const fixable =
    request.isDocumentation(path) &&
    !hasEscapedBytes(path) &&
    findings.some((finding) => finding.action.name !== "");
  if (!fixable) return { kind: "done", path, applied: 0, left: findings };
  const fixed = await fixFile(request, path, findings);
  return fixed.ok
    ? { kind: "done", path, ...fixed.value }
    : { kind: "unchecked", path, problem: fixed.problem };
}

async function fixFile(
  request: FixRequest,
  path: RelPath,
  findings: readonly Finding[],
): Promise<Result<Fixed>> {
  const io = request.io ?? nodeFileIo;
  const file = join(request.root, path);
  const text = io.read(file);
  if (!text.ok) return failure({ code: "unreadable", errno: text.problem });
  const fixed = await verifiedFix(request, path, text.value, findings);
  if (!fixed.ok) return fixed;
  if (fixed.value.applied === 0) return fixed;
  if (request.preview !== undefined) {
    request.preview(path, { before: text.value, after: fixed.value.text });
    return fixed;
  }
  const now = io.read(file);
  if (!now.ok) return failure({ code: "unreadable", errno: now.problem });
  if (!now.value.equals(text.value)) return failure({ code: "changed-while-checked" });
  const written = await replaceFile(file, fixed.value.text);
  return written.ok ? fixed : written;
}

/** Fixes a text until Vale agrees that every fix took its finding away. Each round gives up at least one kind of finding. */
async function verifiedFix(
  request: FixRequest,
  path: RelPath,
  text: Buffer,
  findings: readonly Finding[],
): Promise<Result<Fixed & { readonly text: Buffer }>> {
  const config = request.configFor(path);
  if (!config.ok) return config;
  if (config.value === undefined) return failure({ code: "no-vale-config", root: request.root });
  let trusted = findings;
  for (;;) {
    const fixed = fixText(text, trusted);
    if (fixed.applied.length === 0) return success({ text, applied: 0, left: findings });
    const after = await checkText({ ...request, config: config.value, path, text: fixed.text });
    if (!after.ok) return after;
    const inVain = keysOfVainFixes(findings, fixed.applied, after.value);
    if (inVain.size === 0) {
      return success({ text: fixed.text, applied: fixed.applied.length, left: after.value });
    }
    trusted = trusted.filter((finding) => !inVain.has(keyOf(finding)));
  }
}

/** The kinds of findings of which more are left than there should be. */
function keysOfVainFixes(
  before: readonly Finding[],
  applied: readonly Finding[],
  after: readonly Finding[],
): Set<string> {
  const had = groupBy(before, keyOf);
  const left = groupBy(after, keyOf);
  const vain = [...groupBy(applied, keyOf)].filter(
    ([key, fixes]) => (left.get(key)?.length ?? 0) > (had.get(key)?.length ?? 0) - fixes.length,
  );
  return new Set(vain.map(([key]) => key));
}

function keyOf(finding: Finding): string {
  return `${finding.check}\0${finding.match}`;
}

async function replaceFile(file: string, text: Buffer): Promise<Result<void>> {
  try {
    await writeFileAtomic(file, text);
    return success(undefined);
  } catch (error) {
    return failure({ code: "output-unwritable", path: file, errno: errnoOf(error) });
  }
}
