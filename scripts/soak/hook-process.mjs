import { spawn } from "node:child_process";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("../../dist/valehook.cjs", import.meta.url));
const peak = fileURLToPath(new URL("../../bench/peak-memory.cjs", import.meta.url));

/**
 * Sends one hook event to the built program in a process of its own.
 * @returns {Promise<{ ms: number, peakMb: number, stdout: string }>} throws unless it ends with 0 and no word on stderr
 */
export function sendEvent(name, { sessionId, cwd, env, fields = {} }) {
  const event = {
    session_id: sessionId,
    cwd,
    hook_event_name: name,
    tool_name: "Bash",
    tool_input: { command: "true" },
    ...fields,
  };
  return new Promise((resolve, reject) => {
    const started = performance.now();
    const child = spawn(process.execPath, ["--require", peak, program, "hook"], {
      cwd,
      env,
      stdio: ["pipe", "pipe", "pipe", "pipe"],
    });
    const parts = ["", "", ""];
    for (const [index, stream] of [child.stdout, child.stderr, child.stdio[3]].entries()) {
      stream.setEncoding("utf8").on("data", (text) => (parts[index] += text));
    }
    child.on("error", reject);
    child.on("close", (code) => {
      const ms = performance.now() - started;
      const [stdout, stderr, kilobytes] = parts;
      if (code === 0 && stderr === "") resolve({ ms, peakMb: Number(kilobytes) / 1024, stdout });
      else reject(new Error(`${name} ended with ${code}: ${stderr}`));
    });
    child.stdin.end(JSON.stringify(event));
  });
}
