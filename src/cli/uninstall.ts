import { exitCodes, type Command } from "./command.ts";

export const uninstallCommand: Command = {
  name: "uninstall",
  summary: "uninstall",
  usage: "uninstall",
  flags: {},
  examples: [],
  run: () => Promise.resolve({ ok: true, value: exitCodes.done }),
};
