import { execa } from "execa";
import { goModuleVersion } from "./go-build-info.ts";
import type { ValeProgram } from "./vale-program.ts";

const VERSION_MS = 5_000;

/**
 * Version of a Vale, as `3.22.0`; `undefined` where it doesn't tell. One that `go install` built calls
 * itself `master`: then the module version that Go left in the executable counts. Costs a start of Vale;
 * checking files doesn't need it.
 */
export async function valeVersion(vale: ValeProgram): Promise<string | undefined> {
  const { stdout } = await execa(vale.path, ["--version"], {
    stdin: "ignore",
    reject: false,
    timeout: VERSION_MS,
    maxBuffer: 4096,
  });
  const told = /^vale version v?(\d+\.\d+\.\d+\S*)/m.exec(stdout ?? "")?.[1];
  return told ?? (await goModuleVersion(vale.path));
}
