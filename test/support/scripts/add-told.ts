import { deadlineIn } from "../../../src/base/deadline.ts";
import { newSession } from "../../../src/state/new-session.ts";
import { markSaid } from "../../../src/state/say-once.ts";
import type { Step } from "../../../src/state/step.ts";
import { openSessionStore } from "../../../src/state/store.ts";

// Adds keys to a session one update at a time, starting the session if there is none.
const [, , stateFolder = "", sessionId = "", name = "", count = "0"] = process.argv;
const store = openSessionStore({ stateFolder, sessionId });
for (let index = 0; index < Number(count); index += 1) {
  const key = `${name}-${index}`;
  const result = await store.update(deadlineIn(60_000), ({ session }): Promise<Step<string>> => {
    if (session !== undefined) {
      return Promise.resolve({ kind: "save", session: markSaid(session, [key]), value: "saved" });
    }
    const fresh = newSession({
      startedAtMs: Date.now(),
      startedBy: "pre-tool-use",
      head: undefined,
      checks: undefined,
    });
    const session1 = markSaid(fresh, [key]);
    const baseline = Buffer.from(`baseline of ${name}`);
    return Promise.resolve({ kind: "start", session: session1, baseline, value: "started" });
  });
  process.stdout.write(`${result.ok ? result.value : result.problem.code}\n`);
}
