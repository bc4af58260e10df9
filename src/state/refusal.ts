import { readFileSync } from "node:fs";

import type { SessionPaths } from "./store-paths.ts";
import { systemErrorCode } from "../base/errno.ts";

/**
 * Whether a workspace was refused (it has too many files) under the settings that hold now, and that was told. Later
 * events end at once then. Quiet path: node's own modules only.
 *
 * @param settings as `settingsStamp` gives it
 */
export function isRefused({ refused }: SessionPaths, settings: string): boolean {
  try {
    return readFileSync(refused, "utf8") === settings;
  } catch (error) {
    // Whatever stands in the way, the whole path meets it again and reports it.
    if (systemErrorCode(error) !== undefined) return false;
    throw error;
  }
}
