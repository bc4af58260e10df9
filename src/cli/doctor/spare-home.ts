import { existsSync } from "node:fs";
import { mkdir, mkdtemp, readdir, rm, symlink } from "node:fs/promises";
import { homedir, tmpdir } from "node:os";
import { isAbsolute, join } from "node:path";

/** An environment in which Vale finds what it finds in the person's, and makes nothing there. */
export interface SpareHome {
  readonly env: NodeJS.ProcessEnv;
  remove(): Promise<void>;
}

/**
 * Each run of Vale (3.15 and 3.22) makes `vale` in the person's configuration folder and `vale/styles` in the data folder.
 * Where those aren't there, a temporary folder stands for the one they would be made in, with links to what it holds.
 */
export async function makeSpareHome(env: NodeJS.ProcessEnv): Promise<SpareHome> {
  const home = env["HOME"] ?? homedir();
  const config = folderOf(env["XDG_CONFIG_HOME"], join(home, ".config"));
  const data = folderOf(env["XDG_DATA_HOME"], join(home, ".local", "share"));
  const spare = await mkdtemp(join(tmpdir(), "valehook-doctor-"));
  const redirected: NodeJS.ProcessEnv = {};
  if (!existsSync(join(config, "vale"))) {
    redirected["XDG_CONFIG_HOME"] = await linkedCopy(config, join(spare, "config"));
  }
  if (!existsSync(join(data, "vale", "styles"))) {
    redirected["XDG_DATA_HOME"] = await linkedCopy(data, join(spare, "data"), ["vale"]);
  }
  return {
    env: { ...env, ...redirected },
    remove: async () => {
      await rm(spare, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** As the XDG base directory specification has it: a relative value does not count. */
function folderOf(named: string | undefined, usual: string): string {
  return named !== undefined && isAbsolute(named) ? named : usual;
}

async function linkedCopy(
  folder: string,
  copy: string,
  without: readonly string[] = [],
): Promise<string> {
  await mkdir(copy);
  const names = existsSync(folder) ? await readdir(folder) : [];
  for (const name of names.filter((one) => !without.includes(one))) {
    await symlink(join(folder, name), join(copy, name));
  }
  return copy;
}
