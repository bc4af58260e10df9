import { exitCodes, type Command } from "./command.ts";

export const cleanCommand: Command = {
  name: "clean",
  summary: "clean",
  usage: "clean",
  flags: {},
  examples: [],
  run: () => Promise.resolve({ ok: true, value: exitCodes.done }),
};
