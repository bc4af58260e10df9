import { exitCodes, type Command } from "./command.ts";

export const installCommand: Command = {
  name: "install",
  summary: "install",
  usage: "install",
  flags: {},
  examples: [],
  run: () => Promise.resolve({ ok: true, value: exitCodes.done }),
};
