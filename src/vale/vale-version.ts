import { deadlineIn } from "../base/deadline.ts";
import { goModuleVersion } from "./go-build-info.ts";
import { runVale } from "./run-vale.ts";
import type { ValeProgram } from "./vale-program.ts";

const VERSION_MS = 5_000;

/**
 * Version of a Vale, as `3.22.0`; `undefined` where it doesn't tell. One that `go install` built calls
 * itself `master`: then the module version that Go left in the executable counts. Costs a start of Vale;
 * checking files doesn't need it.
 */
export async function valeVersion(
  vale: ValeProgram,
  signal?: AbortSignal,
): Promise<string | undefined> {
  const { stdout } = await runVale({
    program: vale.path,
    args: ["--version"],
    folder: process.cwd(),
    deadline: deadlineIn(VERSION_MS),
    signal,
  });
  const told = /^vale version v?(\d+\.\d+\.\d+\S*)/m.exec(stdout.toString("utf8"))?.[1];
  return told ?? (await goModuleVersion(vale.path));
}
