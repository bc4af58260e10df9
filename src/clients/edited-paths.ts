import * as v from "valibot";

import { patchedPaths } from "./apply-patch.ts";

const fileTools: ReadonlySet<string> = new Set(["Edit", "Write", "MultiEdit"]);

const fileInput = v.object({ file_path: v.string() });
const notebookInput = v.object({ notebook_path: v.string() });
const patchInput = v.object({ command: v.string() });

/**
 * The paths that a tool's input says it edits, as they are written there: absolute, or relative to the event's `cwd`.
 * Empty for every other tool (what a shell command edits isn't in its input) and for an input of another shape.
 */
export function editedPaths(toolName: string, toolInput: unknown): readonly string[] {
  if (fileTools.has(toolName)) {
    const input = v.safeParse(fileInput, toolInput);
    return input.success ? [input.output.file_path] : [];
  }
  if (toolName === "NotebookEdit") {
    const input = v.safeParse(notebookInput, toolInput);
    return input.success ? [input.output.notebook_path] : [];
  }
  if (toolName === "apply_patch") {
    const input = v.safeParse(patchInput, toolInput);
    return input.success ? patchedPaths(input.output.command) : [];
  }
  return [];
}
