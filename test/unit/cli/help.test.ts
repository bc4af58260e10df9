import { expect, test } from "vitest";
import { allFlags, readArguments } from "../../../src/cli/arguments.ts";
import { commandEntries } from "../../../src/cli/commands.ts";
import { commandHelp } from "../../../src/cli/help.ts";

test.each(commandEntries.map((entry) => [entry.name, entry] as const))(
  "the help of %s shows its flags and examples that the command accepts",
  async (name, entry) => {
    const command = await entry.load();
    const help = commandHelp(command);
    expect(command).toMatchObject({ name, summary: entry.summary });
    for (const flag of Object.keys(allFlags(command))) expect(help).toContain(`--${flag}`);
    expect(command.examples.length).toBeGreaterThan(0);
    for (const [line, what] of command.examples) {
      expect(help).toContain(line);
      expect(what).not.toBe("");
      const words = /valehook(?<words>[^|<>)"]*)/.exec(line)?.groups?.["words"]?.trim().split(" ");
      const called = await commandEntries.find((each) => each.name === words?.[0])?.load();
      if (called === undefined) throw new Error(`${line} calls no command`);
      expect(readArguments(called, words?.slice(1) ?? [])).toMatchObject({ ok: true });
    }
  },
);
