import { settingsFiles } from "../../scope/settings-files.ts";
import { locateVale } from "../../vale/locate.ts";
import { valeVersion } from "../../vale/vale-version.ts";
import { bareEnvironment, SHELL_ONLY } from "./bare-path.ts";
import { failBy, fail, ok, warn, type Diagnosis } from "./diagnosis.ts";
import type { Examination } from "./examination.ts";

/** The oldest Vale that valehook works with, and the newest that it is tested with. */
const OLDEST = [3, 15] as const;
const NEWEST = [3, 22] as const;

const INSTALL = "Install Vale 3.22: go install github.com/vale-cli/vale/v3/cmd/vale@v3.22.0";

/** Whether Vale is there, new enough, and there for hooks that have a bare PATH too. */
export async function checkVale({ open, vale }: Examination): Promise<readonly Diagnosis[]> {
  if (!vale.ok) return [failBy("Vale", vale.problem)];
  const { path } = vale.value;
  const judged = judgeValeVersion(path, await valeVersion(vale.value));
  const { workspace, settings, env } = open;
  const bare = await locateVale({
    named: settings.valeBinary,
    trusted: false,
    root: workspace.root,
    env: bareEnvironment(env),
  });
  if (bare.ok) return [judged];
  return [
    judged,
    warn(
      "Vale",
      SHELL_ONLY,
      `Under [vale] in ${settingsFiles(workspace.root, env)[1]}, add: binary = "${path}"`,
    ),
  ];
}

/** @param version as Vale tells it, `3.22.0`; undefined where it does not */
export function judgeValeVersion(path: string, version: string | undefined): Diagnosis {
  const [major, minor] = (version ?? "").split(".").map(Number);
  if (version === undefined || major === undefined || minor === undefined) {
    return warn(
      "Vale",
      `${path} does not tell its version.`,
      `valehook needs 3.15 or later. ${INSTALL}`,
    );
  }
  if (isBelow([major, minor], OLDEST)) {
    return fail(
      "Vale",
      `${version} (${path}) is older than 3.15, the oldest that valehook works with.`,
      INSTALL,
    );
  }
  if (isBelow(NEWEST, [major, minor])) {
    const untested = `${version} (${path}) is newer than 3.22, the newest that valehook is tested with.`;
    return warn("Vale", untested, "Update valehook, or install Vale 3.22 if checks fail.");
  }
  return ok("Vale", `${version}, ${path}`);
}

function isBelow(a: readonly [number, number], b: readonly [number, number]): boolean {
  return a[0] < b[0] || (a[0] === b[0] && a[1] < b[1]);
}
