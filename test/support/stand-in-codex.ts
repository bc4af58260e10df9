import { temporaryFolder, writeExecutable } from "./workspace.ts";

/**
 * A folder with a program in Codex's place. It lists the hooks of its home's `hooks.json`, trusts them all where its
 * configuration names the first one of Stop, and leaves a file in its home, as Codex does.
 */
export function standInCodex(): string {
  const folder = temporaryFolder();
  const script = `#!${process.execPath}
const { readFileSync, writeFileSync } = require("node:fs");
if (process.argv[2] === "--version") { console.log("codex-cli 0.171.0"); process.exit(0); }
const home = process.env.CODEX_HOME;
writeFileSync(home + "/state.sqlite", "");
const file = home + "/hooks.json";
const isTrusted = readFileSync(home + "/config.toml", "utf8").includes(file + ":stop:0:0");
const hooks = Object.entries(JSON.parse(readFileSync(file, "utf8")).hooks).map(([name, [group]]) => ({
  key: "k", eventName: name[0].toLowerCase() + name.slice(1), handlerType: "command", command: group.hooks[0].command,
  source: "user", sourcePath: file, enabled: true, isManaged: false, currentHash: "h",
  trustStatus: isTrusted ? "trusted" : "untrusted" }));
process.stdin.on("data", () => {});
console.log(JSON.stringify({ id: 2, result: { data: [{ hooks }] } }));
`;
  writeExecutable(folder, "codex", script);
  return folder;
}
