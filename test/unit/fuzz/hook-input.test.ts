import * as fc from "fast-check";
import { expect, test } from "vitest";
import { explainLine } from "../../../src/base/explain.ts";
import { patchedPaths } from "../../../src/clients/apply-patch.ts";
import { clientPorts } from "../../../src/clients/client-ports.ts";
import { editedPaths } from "../../../src/clients/edited-paths.ts";
import { parseQuietEvent } from "../../../src/clients/quiet-event.ts";
import { inputs, patience, woundedBytes } from "../../support/fuzz.ts";
import { unsafe } from "../report/hostile.ts";

const anyTool = fc.constantFrom(
  "Bash",
  "Edit",
  "Write",
  "MultiEdit",
  "NotebookEdit",
  "apply_patch",
);
const field = (usual: fc.Arbitrary<unknown>) =>
  fc.oneof({ weight: 4, arbitrary: usual }, fc.jsonValue());
const anyEvent = fc
  .record(
    {
      session_id: field(fc.string({ minLength: 1 })),
      cwd: field(fc.string().map((text) => `/${text}`)),
      hook_event_name: field(
        fc.constantFrom("PreToolUse", "PostToolUse", "PostToolUseFailure", "Stop", "SubagentStop"),
      ),
      tool_name: field(anyTool),
      tool_input: field(
        fc.record({ file_path: fc.string(), command: fc.string(), edits: fc.jsonValue() }),
      ),
      stop_hook_active: field(fc.boolean()),
      agent_id: field(fc.string()),
    },
    { requiredKeys: [] },
  )
  .map((event) => JSON.stringify(event));
const anyInput = fc.oneof(
  anyEvent.map((text) => Buffer.from(text)),
  woundedBytes(anyEvent.map((text) => Buffer.from(text))),
  fc.json().map((text) => Buffer.from(text)),
  fc.uint8Array().map((bytes) => Buffer.from(bytes)),
);

test(
  "whatever comes on standard input is an event of both clients or a problem in one line",
  () => {
    fc.assert(
      fc.property(anyInput, (bytes) => {
        const parsed = parseQuietEvent(bytes, { folderFault: () => undefined });
        if (!parsed.ok) {
          const line = explainLine(parsed.problem);
          expect(line).not.toBe("");
          expect(unsafe.test(line), line).toBe(false);
          return;
        }
        for (const client of Object.values(clientPorts)) {
          const event = client.parseEvent(parsed.value);
          expect(event.sessionId).toBe(parsed.value.sessionId);
          expect(event.cwd.startsWith("/")).toBe(true);
        }
      }),
      inputs(16_000),
    );
  },
  patience,
);

const patchLine = fc.oneof(
  fc.constantFrom("*** Begin Patch", "*** End Patch", "*** End of File", "@@", "+", "-x"),
  fc
    .tuple(
      fc.constantFrom("*** Add File: ", "*** Update File: ", "*** Delete File: ", "*** Move to: "),
      fc.string(),
    )
    .map((parts) => parts.join("")),
  fc.string(),
);

test(
  "any patch and any tool input name paths or nothing",
  () => {
    const anyPatch = fc.array(patchLine, { maxLength: 12 }).map((lines) => lines.join("\n"));
    fc.assert(
      fc.property(anyPatch, anyTool, fc.jsonValue(), (patch, tool, value) => {
        const paths = [
          ...patchedPaths(patch),
          ...editedPaths("apply_patch", { command: patch }),
          ...editedPaths(tool, value),
        ];
        for (const path of paths) expect(path).not.toBe("");
      }),
      inputs(6_000),
    );
  },
  patience,
);
