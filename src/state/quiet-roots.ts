import { readFileSync } from "node:fs";
import { homedir } from "node:os";
import { isAbsolute, join } from "node:path";

import { isAbsent } from "../base/errno.ts";
import { sessionFolderName } from "./store-paths.ts";

/**
 * Where sessions are listed for a user: `valehook/sessions` in `$XDG_STATE_HOME`, else in `~/.local/state`. Undefined
 * where neither names an absolute folder. Quiet path: node's own modules only.
 * @param home the user's home folder; `os.homedir()` knows it even where HOME is not set
 */
export function userSessionsFolder(
  env: NodeJS.ProcessEnv,
  home: string = homedir(),
): string | undefined {
  const named = env["XDG_STATE_HOME"];
  if (named !== undefined && isAbsolute(named)) return join(named, "valehook", "sessions");
  return isAbsolute(home) ? join(home, ".local", "state", "valehook", "sessions") : undefined;
}

/**
 * Whether a session may have worked in another workspace than `root`. A list that can't be read may hold some:
 * `session-roots.ts` then says why.
 */
export function mayHaveFurtherRoots(
  env: NodeJS.ProcessEnv,
  sessionId: string,
  root: string,
): boolean {
  const folder = userSessionsFolder(env);
  if (folder === undefined) return true;
  try {
    const text = readFileSync(join(folder, sessionFolderName(sessionId)), "utf8");
    const own = JSON.stringify({ root });
    return text.split("\n").some((line) => line.startsWith('{"root":') && line !== own);
  } catch (error) {
    return !isAbsent(error);
  }
}
