import { exitCodes, type Command } from "./command.ts";

export const hookCommand: Command = {
  name: "hook",
  summary: "answer one hook event of a coding agent",
  usage: "hook [--client claude|codex] [--event <name>] < event.json",
  flags: {
    client: { type: "string", value: "claude|codex", summary: "whose event it is" },
    event: {
      type: "string",
      value: "<name>",
      summary: "the event's name, where the input lacks it",
    },
  },
  examples: [
    [
      "valehook hook --client claude --event Stop < event.json",
      "what a client runs; by hand, for a look",
    ],
  ],
  // The entry sends every real event to `finish-hook.ts`; only --help comes here.
  run: () => Promise.resolve({ ok: true, value: exitCodes.done }),
};
