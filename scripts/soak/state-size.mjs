import { readdirSync, statSync } from "node:fs";
import { join } from "node:path";

/** Bytes and number of the files below a folder; nothing where it isn't there. */
export function sizeOf(folder) {
  const size = { bytes: 0, files: 0 };
  for (const entry of readdirSync(folder, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    size.bytes += statSync(join(entry.parentPath, entry.name)).size;
    size.files += 1;
  }
  return size;
}
