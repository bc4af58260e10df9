import { statSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

import { errnoOf } from "../base/errno.ts";

/** Absolute paths of the settings files, whether they are there or not: the project's, then the person's. */
export function settingsFiles(root: string, env: NodeJS.ProcessEnv): [string, string] {
  return [join(root, ".valehook.toml"), personalSettingsFile(env)];
}

/**
 * Tells the settings files as they are from every other state of them, by their stamps alone. One that may not be looked at
 * is as good as absent.
 */
export function settingsStamp(root: string, env: NodeJS.ProcessEnv): string {
  const stamps = settingsFiles(root, env).map((file) => {
    try {
      const stat = statSync(file, { bigint: true });
      return `${stat.mtimeNs} ${stat.ctimeNs} ${stat.size} ${stat.ino}`;
    } catch (error) {
      errnoOf(error);
      return "absent";
    }
  });
  return stamps.join("\n");
}

/** The person's folder as the XDG base directory specification has it: a relative value does not count. */
function personalSettingsFile(env: NodeJS.ProcessEnv): string {
  const configured = env["XDG_CONFIG_HOME"] ?? "";
  const home = env["HOME"] ?? homedir();
  const folder = isAbsolute(configured) ? configured : join(home, ".config");
  return join(folder, "valehook", "config.toml");
}
