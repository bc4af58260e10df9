import type { Answer } from "./answers.ts";

/**
 * The answer as JSON in the fields that both clients take, and no other: Codex drops a whole answer with a field it doesn't know.
 * An allowed tool and a silent answer are zero bytes. A Stop never carries `hookSpecificOutput`.
 */
export function hookJson(eventName: string, answer: Answer): string {
  switch (answer.kind) {
    case "allow":
    case "silence":
      return "";
    case "deny":
      return JSON.stringify({
        hookSpecificOutput: {
          hookEventName: eventName,
          permissionDecision: "deny",
          permissionDecisionReason: answer.reason,
        },
      });
    case "context":
      return JSON.stringify({
        hookSpecificOutput: { hookEventName: eventName, additionalContext: answer.text },
      });
    case "block":
      return JSON.stringify({ decision: "block", reason: answer.reason });
    case "notice":
      return JSON.stringify({ systemMessage: answer.text });
  }
}
