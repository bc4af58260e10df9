import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

/** Absolute paths of the settings files, whether they are there or not: the project's, then the person's. */
export function settingsFiles(root: string, env: NodeJS.ProcessEnv): [string, string] {
  return [join(root, ".valehook.toml"), personalSettingsFile(env)];
}

/** The person's folder as the XDG base directory specification has it: a relative value does not count. */
function personalSettingsFile(env: NodeJS.ProcessEnv): string {
  const configured = env["XDG_CONFIG_HOME"] ?? "";
  const home = env["HOME"] ?? homedir();
  const folder = isAbsolute(configured) ? configured : join(home, ".config");
  return join(folder, "valehook", "config.toml");
}
