import { release } from "node:os";

import { success } from "../base/result.ts";
import { openWorkspace, type OpenWorkspace } from "../check/open-workspace.ts";
import { exitCodes, type Command } from "./command.ts";
import { checkClients } from "./doctor/check-clients.ts";
import { checkConfigurations } from "./doctor/check-configurations.ts";
import { checkGit } from "./doctor/check-git.ts";
import { checkNode } from "./doctor/check-node.ts";
import { checkParsers } from "./doctor/check-parsers.ts";
import { checkRegistrations } from "./doctor/check-registrations.ts";
import { checkSettings } from "./doctor/check-settings.ts";
import { checkState } from "./doctor/check-state.ts";
import { checkVale } from "./doctor/check-vale.ts";
import { healthOf, type Diagnosis } from "./doctor/diagnosis.ts";
import { doctorJson, doctorLines, type DoctorHead } from "./doctor/doctor-output.ts";
import { examine, type Examination } from "./doctor/examination.ts";
import { makeSpareHome } from "./doctor/spare-home.ts";
import { thisInstallation } from "./install/this-installation.ts";
import { printJson, printLines } from "./print.ts";
import { wantsColor } from "./scan-output.ts";
import { programVersion } from "./version.ts";

export const doctorCommand: Command = {
  name: "doctor",
  summary: "check the whole installation, and say how to mend each fault",
  usage: "doctor [flags]",
  flags: { json: { type: "boolean", summary: "print JSON" } },
  flagsOnly: true,
  examples: [
    [
      "valehook doctor",
      "exit status 1 if there is a fault to mend, 0 if there are warnings at most",
    ],
    ["valehook doctor --json", "what to add to a report of a fault in valehook"],
  ],
  async run(context, { flags }) {
    const open = await openWorkspace(context.cwd, { env: context.env });
    if (!open.ok) return open;
    const diagnoses = await diagnose(open.value, context.signal);
    if (context.signal.aborted) return success(exitCodes.interrupted);
    const head = headOf(open.value);
    if (flags["json"] === true) printJson(context, doctorJson(head, diagnoses));
    else printLines(context, doctorLines(head, diagnoses, wantsColor(context)));
    return success(healthOf(diagnoses) === "fail" ? exitCodes.findings : exitCodes.done);
  },
};

function headOf({ workspace, env }: OpenWorkspace): DoctorHead {
  const { platform, arch, versions } = process;
  return {
    version: programVersion,
    root: workspace.root,
    system: { platform, release: release(), arch, node: versions.node },
    program: thisInstallation(env).program,
  };
}

type Check = (examination: Examination) => readonly Diagnosis[] | Promise<readonly Diagnosis[]>;

/** In the order in which they are told: each is of use only if those before it are well. */
const checks: readonly Check[] = [
  () => checkNode(),
  checkGit,
  checkVale,
  checkSettings,
  checkConfigurations,
  checkParsers,
  checkState,
  checkRegistrations,
  checkClients,
];

async function diagnose(open: OpenWorkspace, signal: AbortSignal): Promise<readonly Diagnosis[]> {
  const home = await makeSpareHome(open.env);
  try {
    const examination = await examine(open, home.env, signal);
    const found = await Promise.all(checks.map(async (check) => await check(examination)));
    return found.flat();
  } finally {
    await home.remove();
  }
}
