import { appendFileSync } from "node:fs";
import { join } from "node:path";
import { makeWorkspace } from "../../bench/workspaces.mjs";
import { sendEvent } from "./hook-process.mjs";
import { sizeOf } from "./state-size.mjs";

/** One short session over a workspace of this many files: what the baseline, a quiet event and a checked one cost. */
export async function largeWorkspace({ folder, files, env }) {
  const root = makeWorkspace(join(folder, "large"), files, env);
  const session = { sessionId: "large", cwd: root, env };
  const baseline = await sendEvent("PreToolUse", session);
  await sendEvent("PostToolUse", session);
  const quiet = await sendEvent("PostToolUse", session);
  const page = join("area-0", "part-0", "page-0.md");
  appendFileSync(join(root, page), "foobad\n");
  const checked = await sendEvent("PostToolUse", session);
  const stop = await sendEvent("Stop", session);
  const named = [checked, stop].filter(({ stdout }) => stdout.includes(`${page}:2:`)).length;
  return {
    rows: Object.entries({ baseline, quiet, checked, stop }).map(([name, { ms, peakMb }]) => ({
      name,
      ms: Math.round(ms),
      peakMb: Math.round(peakMb),
    })),
    stateBytes: sizeOf(join(root, ".git", "vale-state")).bytes,
    lost: 2 - named,
  };
}
