import type { Deadline } from "../../base/deadline.ts";
import type { InstallProblem } from "../../base/problem.ts";
import { success, type Result } from "../../base/result.ts";
import { readCodexHooks, type CodexHook } from "../../clients/codex-trust.ts";
import { makeSpareCodexHome } from "./spare-codex-home.ts";

/** Longest time that Codex may take to say which hooks it knows. */
const ANSWER_MS = 20_000;

/**
 * Our hooks in a workspace as Codex lists them, asked in a spare home, their files named as the person has them. Problems:
 * `client-silent`.
 *
 * @param codex Codex's program
 */
export async function askCodex(
  codex: string,
  root: string,
  env: NodeJS.ProcessEnv,
  deadline: Deadline,
): Promise<Result<readonly CodexHook[], InstallProblem>> {
  const home = await makeSpareCodexHome(env);
  try {
    const listed = await readCodexHooks({
      codex,
      cwd: root,
      env: { ...env, CODEX_HOME: home.folder },
      deadline: deadline.within(ANSWER_MS),
    });
    if (!listed.ok) return listed;
    const named = (hook: CodexHook): CodexHook => {
      return { ...hook, sourcePath: home.original(hook.sourcePath) };
    };
    return success(listed.value.map(named));
  } finally {
    await home.remove();
  }
}
