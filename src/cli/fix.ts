import { exitCodes, type Command } from "./command.ts";

export const fixCommand: Command = {
  name: "fix",
  summary: "fix",
  usage: "fix",
  flags: {},
  examples: [],
  run: () => Promise.resolve({ ok: true, value: exitCodes.done }),
};
