import { existsSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

import type { ClientName } from "../../../src/clients/client-name.ts";

export const repository = fileURLToPath(new URL("../../..", import.meta.url));

/** The real client that the tests drive; provided by `npm run test:clients`. */
export function clientProgram(client: ClientName): string {
  const folder = process.env["VALEHOOK_TEST_CLIENTS"] ?? join(repository, ".tools/clients");
  return existing(join(folder, "node_modules/.bin", client));
}

/** The built program. */
export function builtProgram(): string {
  return existing(process.env["VALEHOOK_TEST_PROGRAM"] ?? join(repository, "dist/valehook.cjs"));
}

function existing(path: string): string {
  if (!existsSync(path)) throw new Error(`${path} is not there: run npm run test:clients`);
  return path;
}
