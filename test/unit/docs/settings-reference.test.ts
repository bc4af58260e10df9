import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Ajv } from "ajv";
import { parse } from "smol-toml";
import { expect, test } from "vitest";
import { defaultSettings } from "../../../src/scope/settings.ts";
import { parseSettings } from "../../../src/scope/settings-parse.ts";
import { projectRoot } from "../../support/project-root.ts";
import {
  projectSettingsJsonSchema,
  settingsKeys,
  type SettingsKey,
} from "../../support/settings-reference.ts";

const page = readFileSync(join(projectRoot, "docs/configuration.md"), "utf8");

test("the published schema is that of the code; `npm run docs` writes it anew", async () => {
  await expect(`${JSON.stringify(projectSettingsJsonSchema(), null, 2)}\n`).toMatchFileSnapshot(
    "../../../schemas/valehook.schema.json",
  );
});

test("the reference has the keys of the code; `npm run docs` writes it anew", async () => {
  const keys = settingsKeys();
  const shared = table(keys.filter(({ isPersonal }) => !isPersonal));
  const personal = table(keys.filter(({ isPersonal }) => isPersonal));
  const expected = withPart(withPart(page, "shared keys", shared), "personal keys", personal);
  await expect(expected).toMatchFileSnapshot("../../../docs/configuration.md");
});

test("the defaults that the schema names are those of the code", () => {
  const named = settingsKeys()
    .filter(({ byDefault, isPersonal }) => !isPersonal && /^["\d]|^(?:true|false)$/.test(byDefault))
    .map(({ name, byDefault }) => [camelCase(name), parse(`value = ${byDefault}`)["value"]]);
  expect(named.length).toBeGreaterThan(5);
  expect(defaultSettings).toMatchObject(Object.fromEntries(named));
});

test("every example of the reference and of the README is accepted, by the program and by the schema", () => {
  const accepts = new Ajv({ strict: false }).compile(projectSettingsJsonSchema());
  const readme = readFileSync(join(projectRoot, "README.md"), "utf8");
  const examples = [...`${page}\n${readme}`.matchAll(/```toml\n([^]*?)```/g)].map(
    ([, text = ""]) => text,
  );
  expect(examples.length).toBeGreaterThan(2);
  for (const text of examples) {
    const owner = /^trusted_workspaces|^\[vale\]/m.test(text) ? "person" : "project";
    expect(parseSettings(text, "/example.toml", owner)).toMatchObject({ ok: true });
    expect(accepts(parse(text)), text).toBe(owner === "project");
  }
});

/** The page with the text between a part's two comments replaced. */
function withPart(text: string, part: string, content: string): string {
  const [start, end] = [`<!-- ${part}: generated -->`, `<!-- end of ${part} -->`];
  const pattern = new RegExp(`${start}[^]*?${end}`);
  expect(text).toMatch(pattern);
  return text.replace(pattern, () => `${start}\n\n${content}\n\n${end}`);
}

/** A table with its columns padded, as the formatter would. */
function table(keys: readonly SettingsKey[]): string {
  const rows = keys.map(({ name, values, byDefault, meaning }) => [
    `\`${name}\``,
    values,
    byDefault.startsWith("everything") ? byDefault : byDefault === "" ? "" : `\`${byDefault}\``,
    meaning,
  ]);
  const heading = ["Key", "Values", "Default", "Meaning"];
  const widths = heading.map((title, column) =>
    Math.max(title.length, ...rows.map((row) => row[column]?.length ?? 0)),
  );
  const line = (cells: readonly string[]): string =>
    `| ${cells.map((cell, column) => cell.padEnd(widths[column] ?? 0)).join(" | ")} |`;
  return [line(heading), line(widths.map((width) => "-".repeat(width))), ...rows.map(line)].join(
    "\n",
  );
}

function camelCase(name: string): string {
  return name.replaceAll(/_([a-z])/g, (_, letter: string) => letter.toUpperCase());
}
