import type { RelPath } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import { askVale, probeConfig, type AskOptions } from "./ask-vale.ts";
import type { Finding } from "./finding.ts";
import { findingsOf } from "./findings-of.ts";
import { operandFor } from "./operand.ts";
import { problemOfFault } from "./problem-of-fault.ts";
import { hasByteOrderMark, textFault } from "./text-fault.ts";
import type { ValeFault } from "./vale-fault.ts";
import type { Problem } from "../base/problem.ts";

export interface TextRequest extends AskOptions {
  /** Absolute workspace root. */
  readonly root: string;
  readonly config: ValeConfigRef;
  /** The path that the text is read as; the file need not exist. */
  readonly path: RelPath;
  readonly text: Buffer;
  /** A larger text is `too-large`. */
  readonly maxFileBytes: number;
}

/**
 * Checks a text that is not on disk (the baseline text of a file, `scan --stdin`) as if it were a file of
 * the workspace. Findings are sorted as in reports.
 */
export async function checkText(request: TextRequest): Promise<Result<Finding[]>> {
  const { text, path, config, maxFileBytes } = request;
  if (text.length > maxFileBytes) {
    return failure({ code: "too-large", bytes: text.length, maxBytes: maxFileBytes });
  }
  const unreadable = textFault(text);
  if (unreadable !== undefined) return failure(unreadable);
  const { name } = operandFor(request.root, config.folder, path);
  const answer = await askVale(request, config, { kind: "text", name, text });
  if (!answer.ok) return failure(await problemOf(request, answer.problem));
  const alerts = answer.value.get(name) ?? [];
  const read = { hasByteOrderMark: hasByteOrderMark(text), content: text };
  return success(findingsOf(path, alerts, read));
}

async function problemOf(request: TextRequest, fault: ValeFault): Promise<Problem> {
  const whole = fault.kind === "unknown" ? await probeConfig(request, request.config) : undefined;
  return problemOfFault(whole ?? fault);
}
