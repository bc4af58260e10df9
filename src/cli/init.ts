import { exitCodes, type Command } from "./command.ts";

export const initCommand: Command = {
  name: "init",
  summary: "init",
  usage: "init",
  flags: {},
  examples: [],
  run: () => Promise.resolve({ ok: true, value: exitCodes.done }),
};
