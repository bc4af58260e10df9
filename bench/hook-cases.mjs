import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { runOnce } from "./measure.mjs";

export const program = fileURLToPath(new URL("../dist/valehook.cjs", import.meta.url));

/** An event as Claude Code sends it, for a shell command. */
export function hookEvent(name, cwd, sessionId, fields = {}) {
  return JSON.stringify({
    session_id: sessionId,
    transcript_path: `${cwd}/../transcript.jsonl`,
    cwd,
    permission_mode: "default",
    hook_event_name: name,
    ...(name === "Stop" ? { stop_hook_active: false } : toolFields(name)),
    ...fields,
  });
}

function toolFields(name) {
  const tool_response = { stdout: "", stderr: "", interrupted: false, isImage: false };
  return {
    tool_name: "Bash",
    tool_input: { command: "true", description: "Do nothing" },
    tool_use_id: "toolu_01bench",
    ...(name === "PreToolUse" ? {} : { tool_response }),
  };
}

/** A hook call as a case to measure. */
export function hookCase(name, event, cwd, sessionId, env) {
  const input = hookEvent(event, cwd, sessionId);
  const args = [program, "hook", "--client", "claude"];
  return { name, command: process.execPath, args, cwd, env, input };
}

/** The same, where anything said is a mistake of the bench. */
export function quietCase(name, event, cwd, sessionId, env) {
  return { ...hookCase(name, event, cwd, sessionId, env), expects: expectSilence };
}

function expectSilence({ stdout }) {
  return stdout === "" ? undefined : "it was not quiet";
}

/** Starts a session: its baseline, and one look that settles what the baseline left to confirm. */
export async function startSession(cwd, sessionId, env) {
  for (const event of ["PreToolUse", "PostToolUse"]) {
    const result = await runOnce(hookCase(event, event, cwd, sessionId, env));
    if (result.code !== 0) throw new Error(`${event} ended with ${result.code}: ${result.stderr}`);
  }
}

export function requireProgram() {
  if (!existsSync(program)) throw new Error(`${program} is not there: run npm run build`);
}
