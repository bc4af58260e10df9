import { linkCommand, inTools } from "./tools-folder.mjs";
import { npmInstall } from "./npm-install.mjs";
import { CannotProvide, run } from "./run.mjs";
import { versions } from "./versions.mjs";

/** Where a provided Node of this major is: `.tools/bin/node-22`. */
export function nodeOfMajor(major) {
  return inTools("bin", `node-${major}`);
}

async function provideNode(version) {
  const [major] = version.split(".");
  const command = nodeOfMajor(major);
  if ((await run(command, ["--version"])).output === `v${version}`) return;
  const packageName = `node-${process.platform}-${process.arch}`;
  await npmInstall(`node-${major}`, [`${packageName}@${version}`]);
  const program = inTools(`node-${major}`, "node_modules", packageName, "bin", "node");
  await linkCommand(`node-${major}`, program);
  if ((await run(command, ["--version"])).ok) return;
  throw new CannotProvide(
    `Node ${version}: ${packageName} brings none that starts.`,
    "Run npm test with that Node itself, by whatever manages your versions of it.",
  );
}

/** `.tools/bin/node-20`, `node-22` and `node-24`, from the npm packages that hold Node's own builds. */
export async function provideNodes() {
  for (const version of versions.nodes) await provideNode(version);
  return `Node ${versions.nodes.join(", ")}`;
}
