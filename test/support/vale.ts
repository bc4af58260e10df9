import { existsSync } from "node:fs";
import { fileURLToPath } from "node:url";

/**
 * The real Vale that the tests run. It is provided by `npm run provide`; a test that needs it fails
 * without it.
 */
export function valePath(): string {
  const named = process.env["VALEHOOK_TEST_VALE"];
  const path = named ?? fileURLToPath(new URL("../../.tools/bin/vale", import.meta.url));
  if (!existsSync(path)) {
    throw new Error(`These tests need a real Vale, and ${path} is not there: run npm run provide`);
  }
  return path;
}
