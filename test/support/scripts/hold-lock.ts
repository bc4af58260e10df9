import { deadlineIn } from "../../../src/base/deadline.ts";
import { folderLock } from "../../../src/state/lock.ts";
import { sessionPaths } from "../../../src/state/store-paths.ts";

// Takes a session's lock, says so and keeps it until this process is ended.
const [, , stateFolder = "", sessionId = ""] = process.argv;
const held = await folderLock(sessionPaths(stateFolder, sessionId)).acquire(deadlineIn(30_000));
process.stdout.write(held.ok ? "held\n" : `${held.problem.code}\n`);
setInterval(() => undefined, 1_000);
