import { exitCodes, type Command } from "./command.ts";

export const doctorCommand: Command = {
  name: "doctor",
  summary: "doctor",
  usage: "doctor",
  flags: {},
  examples: [],
  run: () => Promise.resolve({ ok: true, value: exitCodes.done }),
};
