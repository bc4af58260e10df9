import { readFileSync } from "node:fs";

import { systemErrorCode } from "../base/errno.ts";
import { diskPath, type RelPath } from "../base/rel-path.ts";
import type { SourceText } from "../report/scan-report.ts";

/** Reads a file again for showing findings in their lines; one that is gone meanwhile shows none. */
export function textOnDisk(root: string): SourceText {
  return (path) => {
    try {
      return readFileSync(diskPath(root, path as RelPath), "utf8");
    } catch (error) {
      if (systemErrorCode(error) !== undefined) return undefined;
      throw error;
    }
  };
}
