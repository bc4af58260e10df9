import { execFileSync } from "node:child_process";
import { mkdirSync, realpathSync } from "node:fs";
import { join } from "node:path";
import { afterAll } from "vitest";
import { temporaryFolder } from "./workspace.ts";

/** A folder on a file system of a kind. */
export interface MountedFolder {
  readonly kind: string;
  readonly folder: string;
}

/** How a file system with a coarse clock is made, by kind; each command gets `$image` and `$folder`. */
const kinds = {
  "ext3, whole seconds":
    'truncate -s 16M "$image" && mke2fs -q -t ext3 -I 128 "$image" 2>&1 && mount -o loop "$image" "$folder"',
  "vfat, two seconds":
    'truncate -s 16M "$image" && mkfs.vfat "$image" && mount -o loop "$image" "$folder"',
  "ramfs, the kernel's tick": 'mount -t ramfs none "$folder"',
} as const;

/**
 * A folder on the machine's own file system, and one on each coarse one that can be mounted here. That needs root, loop
 * devices, `mke2fs` or `mkfs.vfat`, and a kernel that has the file system; what can't be had is said on standard error.
 */
export function mountedFolders(): MountedFolder[] {
  const folders: MountedFolder[] = [{ kind: "the machine's own", folder: temporaryFolder() }];
  for (const [kind, command] of Object.entries(kinds)) {
    const above = temporaryFolder();
    const folder = join(above, "mounted");
    mkdirSync(folder);
    const why = mount(command, join(above, "image"), folder);
    if (why === undefined) folders.push({ kind, folder: realpathSync(folder) });
    else process.stderr.write(`NOT TRIED on ${kind}, which can't be mounted here: ${why}\n`);
  }
  return folders;
}

const mounted: string[] = [];

function mount(command: string, image: string, folder: string): string | undefined {
  try {
    const env = { ...process.env, image, folder };
    execFileSync("sh", ["-c", command], { env, stdio: ["ignore", "ignore", "pipe"] });
    mounted.push(folder);
    return undefined;
  } catch (error) {
    if (error instanceof Error && "stderr" in error) return String(error.stderr).trim();
    throw error;
  }
}

afterAll(() => {
  for (const folder of mounted.splice(0)) execFileSync("umount", [folder]);
});
