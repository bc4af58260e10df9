import { exitCodes, type Command } from "./command.ts";

export const statusCommand: Command = {
  name: "status",
  summary: "status",
  usage: "status",
  flags: {},
  examples: [],
  run: () => Promise.resolve({ ok: true, value: exitCodes.done }),
};
