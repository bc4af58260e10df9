import { existsSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root.ts";
import { valePath } from "./vale.ts";

/** The Vale versions that valehook is tested against, each with its program. */
export function valeVersions(): { readonly version: string; readonly path: string }[] {
  const older = join(projectRoot, ".tools", "vale-3.15", "bin", "vale");
  if (!existsSync(older)) {
    throw new Error(`These tests need Vale 3.15, and ${older} is not there: run npm run provide`);
  }
  return [
    { version: "3.22", path: valePath() },
    { version: "3.15", path: older },
  ];
}
