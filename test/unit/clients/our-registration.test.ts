import { expect, test } from "vitest";

import { ourRegistration } from "../../../src/clients/our-registration.ts";

const ours = {
  type: "command",
  command: "valehook hook --client claude --event Stop",
  timeout: 60,
};
const theirs = { type: "command", command: "make check" };

function settings(hooks: readonly unknown[], more: Readonly<Record<string, unknown>> = {}): string {
  return JSON.stringify({ ...more, hooks: { Stop: [{ hooks }] } });
}

test("only what runs valehook counts", () => {
  const registered = ourRegistration("json", settings([ours]));
  expect(registered).toBeDefined();
  expect(ourRegistration("json", settings([theirs, ours], { permissions: {} }))).toBe(registered);
  expect(ourRegistration("json", settings([{ ...ours, timeout: 1 }]))).not.toBe(registered);
  for (const other of ["", "{}", settings([theirs]), '{"permissions":{"allow":[]}}', "{ broken"]) {
    expect(ourRegistration("json", other), other).toBeUndefined();
  }
});

test("settings that turn every hook off, or that can't be read any more, are another registration", () => {
  const registered = ourRegistration("json", settings([ours]));
  expect(ourRegistration("json", '{"disableAllHooks":true}')).toBeDefined();
  expect(ourRegistration("json", settings([ours], { disableAllHooks: true }))).not.toBe(registered);
  expect(ourRegistration("json", `${settings([ours])}}`)).toBe("unusable");
});

test("Codex's config.toml is read too", () => {
  const toml =
    '[[hooks.Stop]]\n[[hooks.Stop.hooks]]\ntype = "command"\ncommand = "valehook hook"\n';
  const registered = ourRegistration("toml", toml);
  expect(registered).toBeDefined();
  expect(ourRegistration("toml", `model = "x"\n${toml}[hooks.state]\n"k" = 1\n`)).toBe(registered);
  expect(ourRegistration("toml", 'model = "x"\n')).toBeUndefined();
  expect(ourRegistration("toml", "model = ")).toBeUndefined();
});
