import { existsSync } from "node:fs";
import { readFile, rm, symlink, writeFile } from "node:fs/promises";
import { goModuleFolder } from "./go.mjs";
import { npmInstall } from "./npm-install.mjs";
import { inTools } from "./tools-folder.mjs";
import { versions } from "./versions.mjs";

/**
 * `.tools/corpus`: the published sources of some packages, npm's in node_modules and Go's under
 * their module's last word. No script of theirs runs.
 */
export async function provideCorpus() {
  const { packages, modules } = versions.corpus;
  const done = inTools("corpus", "provided.json");
  const wanted = JSON.stringify(versions.corpus);
  const names = modules.map(({ module }) => module.split("/")[2]);
  const links = names.map((name) => inTools("corpus", name));
  const isThere =
    existsSync(done) &&
    links.every((link) => existsSync(link)) &&
    (await readFile(done, "utf8")) === wanted;
  if (!isThere) {
    await rm(done, { force: true });
    await npmInstall("corpus", packages);
    for (const [index, module] of modules.entries()) {
      await rm(links[index], { force: true });
      await symlink(await goModuleFolder(module), links[index]);
    }
    await writeFile(done, wanted);
  }
  return `corpus of ${[...packages, ...names].join(", ")}`;
}
