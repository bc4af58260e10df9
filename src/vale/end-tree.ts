import { win32 } from "node:path";

/** A program and its arguments. */
export interface EndingCommand {
  readonly file: string;
  readonly args: readonly string[];
}

/**
 * The command that ends a process with all that it started where there are no process groups (Windows). By absolute path, so
 * that no folder that an agent can write to may stand in for the system's.
 */
export function endTreeCommand(leader: number, env: NodeJS.ProcessEnv): EndingCommand {
  const system = env["SystemRoot"] ?? env["SYSTEMROOT"] ?? String.raw`C:\Windows`;
  return {
    file: win32.join(system, "System32", "taskkill.exe"),
    args: ["/T", "/F", "/PID", String(leader)],
  };
}
