import { constants } from "node:fs";
import { access } from "node:fs/promises";
import { dirname } from "node:path";

import { errnoOf } from "../../base/errno.ts";
import { failure, success, type Result } from "../../base/result.ts";
import { count } from "../../report/phrases.ts";
import { stateFolder } from "../../scope/workspace.ts";
import { listSessions } from "../../state/list-sessions.ts";
import { nodeStorage } from "../../state/node-storage.ts";
import { userSessionsFolder } from "../../state/quiet-roots.ts";
import type { StorageEntry } from "../../state/storage.ts";
import { fail, failBy, ok, warn, type Diagnosis } from "./diagnosis.ts";
import type { Examination } from "./examination.ts";

/** Whether state can be kept: in the workspace, and in the person's list of sessions. */
export async function checkState({ open }: Examination): Promise<readonly Diagnosis[]> {
  const folder = stateFolder(open.workspace);
  const lists = userSessionsFolder(open.env);
  const own = await checkFolder(folder);
  const person = lists === undefined ? noHome : await checkFolder(lists);
  const faults = [own, person].filter((one) => one !== undefined);
  if (own !== undefined) return faults;
  const sessions = await listSessions(nodeStorage, folder);
  if (!sessions.ok) return [failBy("State", sessions.problem), ...faults];
  return [ok("State", `${folder}, ${count(sessions.value.length, "session")}`), ...faults];
}

const noHome = fail(
  "State",
  "There is no home folder to list sessions in.",
  "Set HOME, or XDG_STATE_HOME to an absolute path.",
);

/** What keeps a folder from being used for state, if anything does. It need not exist yet. */
async function checkFolder(folder: string): Promise<Diagnosis | undefined> {
  const found = await nodeStorage.entry(folder);
  if (!found.ok) return unusable(folder, found.problem.errno);
  if (found.value !== undefined) return await checkEntry(folder, found.value);
  const parent = await nearestFolder(folder);
  if (!parent.ok) return unusable(folder, parent.problem);
  const errno = await writeFault(parent.value);
  return errno === undefined ? undefined : unusable(folder, errno);
}

async function checkEntry(folder: string, entry: StorageEntry): Promise<Diagnosis | undefined> {
  if (entry.kind !== "folder") {
    const detail = entry.kind === "link" ? "it is a symbolic link" : "it is not a folder";
    return failBy("State", { code: "state-unsafe", path: folder, detail });
  }
  const uid = process.getuid?.();
  if (uid !== undefined && entry.uid !== uid) {
    const detail = "it belongs to another user";
    return failBy("State", { code: "state-unsafe", path: folder, detail });
  }
  if (uid !== undefined && (entry.mode & 0o077) !== 0) {
    const mode = entry.mode.toString(8).padStart(4, "0");
    return warn(
      "State",
      `Others may look into ${folder} (mode ${mode}).`,
      `The next hook event makes it private; or run: chmod 700 ${folder}`,
    );
  }
  const errno = await writeFault(folder);
  return errno === undefined ? undefined : unusable(folder, errno);
}

function unusable(path: string, errno: string): Diagnosis {
  return failBy("State", { code: "state-unwritable", path, errno });
}

/** The nearest folder above a path that is there. Fails with an errno. */
async function nearestFolder(path: string): Promise<Result<string, string>> {
  const parent = dirname(path);
  const found = await nodeStorage.entry(parent);
  if (!found.ok) return failure(found.problem.errno);
  if (found.value !== undefined || parent === path) return success(parent);
  return await nearestFolder(parent);
}

async function writeFault(folder: string): Promise<string | undefined> {
  try {
    await access(folder, constants.W_OK | constants.X_OK);
    return undefined;
  } catch (error) {
    return errnoOf(error);
  }
}
