import { existsSync } from "node:fs";

import { isDisabled } from "../../hook/is-disabled.ts";
import { nameList } from "../../report/phrases.ts";
import { settingsFiles } from "../../scope/settings-files.ts";
import type { Settings } from "../../scope/settings.ts";
import { failBy, ok, warn, type Diagnosis } from "./diagnosis.ts";
import type { Examination } from "./examination.ts";

/** Whether the settings can be used, which hold, and what in them or in the environment keeps hooks silent. */
export function checkSettings({ open }: Examination): readonly Diagnosis[] {
  const { workspace, settings, settingsProblem, env } = open;
  const disabled = isDisabled(env)
    ? [warn("Settings", "VALEHOOK_DISABLE is set: every hook is off.", "Unset it to turn them on.")]
    : [];
  if (settingsProblem !== undefined) return [failBy("Settings", settingsProblem), ...disabled];
  const files = settingsFiles(workspace.root, env).filter((file) => existsSync(file));
  const source = files.length === 0 ? "the defaults" : nameList(files);
  return [ok("Settings", `${inForce(settings)} (${source})`), ...silences(settings), ...disabled];
}

function inForce({ mode, guard, report, blockOn }: Settings): string {
  return `mode ${mode}, guard ${guard}, report ${report}, block_on ${blockOn}`;
}

function silences({ mode }: Settings): readonly Diagnosis[] {
  if (mode !== "observe") return [];
  return [
    warn(
      "Settings",
      'mode = "observe": nothing is told to the agent.',
      'Set mode = "enforce", or remove the line, when you have seen enough.',
    ),
  ];
}
