import { readRegularFile } from "./regular-file.ts";

import type { SessionPaths } from "./store-paths.ts";

/**
 * Whether a workspace was refused (it has too many files) under the settings that hold now, and that was told. Later
 * events end at once then. Quiet path: node's own modules only.
 *
 * @param settings as `settingsStamp` gives it
 */
export function isRefused({ refused }: SessionPaths, settings: string): boolean {
  return readRegularFile(refused)?.toString("utf8") === settings;
}
