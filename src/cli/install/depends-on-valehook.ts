import { join } from "node:path";

import * as v from "valibot";

import { readText } from "./settings-file.ts";

const list = v.optional(v.record(v.string(), v.unknown()), {});
const packageJson = v.object({
  dependencies: list,
  devDependencies: list,
  optionalDependencies: list,
});

/** Whether the `package.json` at a root lists valehook. One that can't be used lists nothing, to npm too. */
export async function dependsOnValehook(root: string): Promise<boolean> {
  const text = await readText(join(root, "package.json"));
  if (!text.ok || text.value === undefined) return false;
  const parsed = v.safeParse(packageJson, parseJson(text.value));
  if (!parsed.success) return false;
  return Object.values(parsed.output).some((names) => Object.hasOwn(names, "valehook"));
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
