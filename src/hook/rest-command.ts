import { existsSync } from "node:fs";
import { join } from "node:path";

import { findProgram } from "../check/find-program.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import { posixWord } from "../clients/shell-quote.ts";

/** The command that prints what an answer had no room for, as a shell in the workspace runs it. */
export function restCommand(open: OpenWorkspace, sessionId: string, report: "new" | "all"): string {
  const flags = report === "new" ? " --report new" : "";
  return `${ownCommand(open)} scan --session ${posixWord(sessionId)}${flags}`;
}

/** How a shell starts this valehook: a project's own copy, or a plugin's, is not on `PATH`. */
function ownCommand({ workspace: { root }, env }: OpenWorkspace): string {
  if (findProgram("valehook", root, env) !== undefined) return "valehook";
  if (existsSync(join(root, "node_modules", ".bin", "valehook"))) return "npx valehook";
  const program = process.argv[1];
  return program === undefined ? "valehook" : `node ${posixWord(program)}`;
}
