import { copyFile, mkdtemp, readFile, realpath, rm, symlink, writeFile } from "node:fs/promises";
import { existsSync } from "node:fs";
import { tmpdir } from "node:os";
import { join, sep } from "node:path";

import { codexHome } from "../../clients/settings-files.ts";

/** A `CODEX_HOME` that says of hooks what the person's says, and that Codex may write to. */
export interface SpareCodexHome {
  readonly folder: string;
  /** The path in the person's home for one in the spare home; any other as it is. */
  original(path: string): string;
  remove(): Promise<void>;
}

/**
 * Codex (0.171.0) makes data bases and more in its home whenever it is started, so that it gets a temporary one to be
 * asked in. It keeps trust by the path of the file that registers a hook: in the copy of its configuration that path
 * is the copy's.
 */
export async function makeSpareCodexHome(env: NodeJS.ProcessEnv): Promise<SpareCodexHome> {
  const home = codexHome(env);
  const folder = await realpath(await mkdtemp(join(tmpdir(), "valehook-doctor-")));
  const config = join(home, "config.toml");
  if (existsSync(config)) {
    const text = await readFile(config, "utf8");
    await writeFile(join(folder, "config.toml"), text.replaceAll(`${home}/`, `${folder}/`), {
      mode: 0o600,
    });
  }
  const hooks = join(home, "hooks.json");
  if (existsSync(hooks)) await copyFile(hooks, join(folder, "hooks.json"));
  const plugins = join(home, "plugins");
  if (existsSync(plugins)) await symlink(plugins, join(folder, "plugins"));
  return {
    folder,
    original: (path) => (path.startsWith(folder + sep) ? home + path.slice(folder.length) : path),
    remove: async () => {
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
  };
}

/** Whether Codex could know hooks by a plugin. */
export function hasCodexPlugins(env: NodeJS.ProcessEnv): boolean {
  return existsSync(join(codexHome(env), "plugins"));
}
