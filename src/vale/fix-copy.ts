import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import * as v from "valibot";
import { deadlineIn } from "../base/deadline.ts";
import { limits } from "../base/limits.ts";
import { failure, success, type Result } from "../base/result.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import type { AskOptions } from "./ask-vale.ts";
import type { FixedText } from "./fix-edits.ts";
import { recogniseFault } from "./recognise-fault.ts";
import { runVale } from "./run-vale.ts";
import { fixArguments } from "./vale-arguments.ts";
import type { ValeFault } from "./vale-fault.ts";
import type { ValeProgram } from "./vale-program.ts";

const HELP_MS = 5_000;

/** What `vale fix --apply --output=JSON` prints of a file; nothing for one with nothing to fix or to skip. */
const reportSchema = v.nullable(
  v.array(v.object({ Path: v.string(), Applied: v.pipe(v.number(), v.integer()) })),
);

/** Whether a Vale has `fix --apply` (3.16 and later; its help alone tells). */
export async function hasFixApply(vale: ValeProgram): Promise<boolean> {
  const end = await runVale({
    program: vale.path,
    args: ["fix", "--help"],
    folder: dirname(vale.path),
    deadline: deadlineIn(HELP_MS),
  });
  return end.exitCode === 0 && end.stdout.includes("fix --apply");
}

/**
 * Lets Vale's own `fix --apply` work on a private copy of a text and returns what it made of it. Vale
 * writes in place, neither atomically nor minding what changed since it read, and knows no extension in
 * upper case: none of it matters for a copy. The copy has the same path below its folder as the file has
 * below the configuration's, so that the same sections apply.
 *
 * @param name path below the configuration's folder, as `operandFor` gives it; one that leads out of it throws
 */
export async function fixCopy(
  options: AskOptions,
  config: ValeConfigRef,
  name: string,
  text: Buffer,
): Promise<Result<FixedText, ValeFault>> {
  if (name.startsWith("../")) throw new Error(`${name} is not below ${config.folder}`);
  const folder = await mkdtemp(join(tmpdir(), "valehook-fix-"));
  try {
    const copy = join(folder, name);
    await mkdir(dirname(copy), { recursive: true });
    await writeFile(copy, text, { mode: 0o600 });
    const end = await runVale({
      program: options.vale.path,
      args: fixArguments({ config, useGlobalConfig: options.useGlobalConfig }, name),
      folder,
      deadline: options.deadline.within(limits.batchMs),
      signal: options.signal,
      env: options.env,
    });
    const context = { program: options.vale.path, config: config.file, asked: new Set([name]) };
    if (end.cause !== "exit" || end.exitCode !== 0) return failure(recogniseFault(end, context));
    const report = parseReport(end.stdout);
    if (report === undefined) {
      return failure(recogniseFault(end, context, "its report of fixes is not what it should be"));
    }
    const applied = report.find((entry) => entry.Path === name)?.Applied ?? 0;
    return success({ text: await readFile(copy), applied });
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
}

function parseReport(stdout: Buffer): { Path: string; Applied: number }[] | undefined {
  let json: unknown;
  try {
    json = JSON.parse(stdout.toString("utf8"));
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
  const parsed = v.safeParse(reportSchema, json);
  return parsed.success ? (parsed.output ?? []) : undefined;
}
