import { spawnSync } from "node:child_process";

/** What a test of real disks needs, said once and for all where it can't have it. */
const NEEDED =
  "Tests of full and read-only disks mount small file systems: run them as root, in a container with CAP_SYS_ADMIN.";

function run(command: string, ...args: readonly string[]): void {
  const { status, stderr, error } = spawnSync(command, args, { encoding: "utf8" });
  if (status === 0) return;
  throw new Error(`${NEEDED}\n${command} ${args.join(" ")}: ${error?.message ?? stderr}`);
}

/** Mounts an empty file system of so many KiB on a folder while `use` runs. */
export async function withSmallDisk(
  folder: string,
  kib: number,
  use: () => Promise<void>,
): Promise<void> {
  run("mount", "-t", "tmpfs", "-o", `size=${kib}k,mode=0700`, "tmpfs", folder);
  try {
    await use();
  } finally {
    run("umount", folder);
  }
}

/** Makes a folder and all below it read-only, even for root, while `use` runs. */
export async function withReadOnly(folder: string, use: () => Promise<void>): Promise<void> {
  run("mount", "--bind", folder, folder);
  try {
    run("mount", "-o", "remount,ro,bind", folder);
    await use();
  } finally {
    run("umount", folder);
  }
}

/** Starts a program that permission bits hold for, whoever runs the tests. */
export const withoutPrivileges: readonly string[] =
  process.getuid?.() === 0
    ? ["setpriv", "--bounding-set=-dac_override,-dac_read_search", "--"]
    : [];
