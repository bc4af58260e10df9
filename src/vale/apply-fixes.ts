import { availableParallelism } from "node:os";
import { join } from "node:path";
import pMap from "p-map";
import writeFileAtomic from "write-file-atomic";
import type { Problem } from "../base/problem.ts";
import { hasEscapedBytes, type RelPath } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import { checkFiles } from "./check-files.ts";
import type { CheckRequest } from "./check-request.ts";
import { nodeFileIo } from "./file-io.ts";
import { fixCopy, hasFixApply } from "./fix-copy.ts";
import { fixText, type FixedText } from "./fix-edits.ts";
import type { Finding } from "./finding.ts";
import { operandFor } from "./operand.ts";
import { problemOfFault } from "./problem-of-fault.ts";

export interface FixRequest extends CheckRequest {
  /** Whether a file is documentation; nothing else is ever written to. */
  readonly isDocumentation: (path: RelPath) => boolean;
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

/**
 * Applies the fixes that leave no choice, in documentation files, and returns one outcome for each file,
 * in the order asked, with what is left by a second check. By Vale's own `fix --apply` where it has it,
 * on a copy (see `fixCopy`), else by the alerts' actions. A file is replaced in one step, with its
 * permissions, and only if it is still what Vale read. One whose name isn't UTF-8 is only checked.
 */
export async function applyFixes(request: FixRequest): Promise<FixOutcome[]> {
  const before = await checkFiles(request);
  const fixable = before.filter(
    (outcome) =>
      outcome.kind === "checked" &&
      request.isDocumentation(outcome.path) &&
      !hasEscapedBytes(outcome.path) &&
      outcome.findings.some((finding) => finding.action.name !== ""),
  );
  const native = fixable.length > 0 && (await hasFixApply(request.vale));
  const results = new Map<RelPath, Result<number>>();
  await pMap(
    fixable,
    async (outcome) => {
      const findings = outcome.kind === "checked" ? outcome.findings : [];
      results.set(outcome.path, await fixFile(request, outcome.path, findings, native));
    },
    { concurrency: Math.max(1, request.jobs ?? availableParallelism()) },
  );
  const written = [...results].filter(([, result]) => result.ok && result.value > 0);
  const after = await checkFiles({
    ...request,
    onProgress: undefined,
    files: written.map(([path]) => ({ path })),
  });
  const rechecked = new Map(after.map((outcome) => [outcome.path, outcome]));
  return before.map((outcome) => {
    const result = results.get(outcome.path);
    if (result?.ok === false) return unchecked(outcome.path, result.problem);
    const last = rechecked.get(outcome.path) ?? outcome;
    if (last.kind === "unchecked") return unchecked(last.path, last.problem);
    return { kind: "done", path: last.path, applied: result?.value ?? 0, left: last.findings };
  });
}

function unchecked(path: RelPath, problem: Problem): FixOutcome {
  return { kind: "unchecked", path, problem };
}

/** Fixes one file and returns how many fixes were made. */
async function fixFile(
  request: FixRequest,
  path: RelPath,
  findings: readonly Finding[],
  native: boolean,
): Promise<Result<number>> {
  const io = request.io ?? nodeFileIo;
  const file = join(request.root, path);
  const text = io.read(file);
  if (!text.ok) return failure({ code: "unreadable", errno: text.problem });
  const fixed = await fixedText(request, path, text.value, native ? undefined : findings);
  if (!fixed.ok) return fixed;
  if (fixed.value.applied === 0 || fixed.value.text.equals(text.value)) return success(0);
  const now = io.read(file);
  if (!now.ok) return failure({ code: "unreadable", errno: now.problem });
  if (!now.value.equals(text.value)) return failure({ code: "changed-while-checked" });
  return await replaceFile(file, fixed.value);
}

/** By the findings' own actions where they are given, else by Vale. */
async function fixedText(
  request: FixRequest,
  path: RelPath,
  text: Buffer,
  findings: readonly Finding[] | undefined,
): Promise<Result<FixedText>> {
  if (findings !== undefined) return success(fixText(text, findings));
  const config = request.configFor(path);
  if (!config.ok) return config;
  if (config.value === undefined) return failure({ code: "no-vale-config", root: request.root });
  const { name } = operandFor(request.root, config.value.folder, path);
  const fixed = await fixCopy(request, config.value, name, text);
  return fixed.ok ? fixed : failure(problemOfFault(fixed.problem));
}

async function replaceFile(file: string, fixed: FixedText): Promise<Result<number>> {
  try {
    await writeFileAtomic(file, fixed.text);
    return success(fixed.applied);
  } catch (error) {
    const errno = error instanceof Error && "code" in error ? error.code : undefined;
    if (typeof errno !== "string") throw error;
    return failure({ code: "output-unwritable", path: file, errno });
  }
}
