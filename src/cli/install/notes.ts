import { explainLine } from "../../base/explain.ts";
import { dirname } from "node:path";

import type { ClientPort } from "../../clients/client-port.ts";
import type { HookProgram, Scope } from "../../clients/hook-command.ts";
import { nameList } from "../../report/phrases.ts";
import type { RegisteringFile, Surroundings } from "./surroundings.ts";

/** What a person has to know of one client after `install` or `uninstall`, a sentence or two each. Texts may name paths as they are. */

export function noScope(port: ClientPort, scope: Scope): string {
  return `${port.title} has no ${scope} scope: use --scope user or --scope project.`;
}

export function notesBesidePlugin(
  port: ClientPort,
  root: string,
  plugin: string,
  around: Surroundings,
  needsTrust: boolean,
): readonly string[] {
  return [
    `The plugin ${plugin} brings the hooks already, so that nothing was registered. To register them here instead, first remove it: ${port.removePlugin} ${plugin}`,
    ...(needsTrust ? [trustStep(port, "user", root)] : []),
    ...around.files.map((one) => runsTwice(port, one)),
  ];
}

export function userHasThem(file: string): string {
  return `${file} registers them for all your projects already, so that nothing was registered.`;
}

interface Installed {
  readonly scope: Scope;
  readonly root: string;
  readonly program: HookProgram;
}

export function notesAfterInstall(
  port: ClientPort,
  { scope, root, program }: Installed,
  around: Surroundings,
  needsTrust: boolean,
): readonly string[] {
  return [
    ...inToml(scope, around),
    ...(needsTrust ? [trustStep(port, scope, root)] : []),
    ...otherScopes(port, scope, around),
    ...(scope === "local" ? ["The file names paths of this machine: keep it out of Git."] : []),
    ...(program.kind === "on-path" ? [onPath(port, scope, root)] : []),
    ...around.hooksOffIn.map(
      (file) => `disableAllHooks in ${file} keeps ${port.title} from running any hook: remove it.`,
    ),
    ...around.unreadable.map(explainLine),
  ];
}

function inToml(scope: Scope, { files }: Surroundings): readonly string[] {
  const toml = files.filter((one) => one.format === "toml" && one.scope === scope);
  return toml.map(
    ({ file, hooks }) =>
      `${file} registers ${nameList([...new Set(hooks.map(({ event }) => event))])} already; hooks.json doesn't repeat that.`,
  );
}

function trustStep({ title, name }: ClientPort, scope: Scope, root: string): string {
  const where = scope === "project" ? ` in ${root}, trust the project` : "";
  return `One step is left to you, unless you have done it: ${title} skips a hook without a word until you have trusted it, and again when it changes. Start ${name}${where}, enter /hooks and trust valehook's.`;
}

/** Scopes add up: each registers a run of its own. */
function otherScopes(port: ClientPort, scope: Scope, { files }: Surroundings): readonly string[] {
  return files.filter((one) => one.scope !== scope).map((one) => runsTwice(port, one));
}

function runsTwice(port: ClientPort, one: RegisteringFile): string {
  return `${one.file} registers them too, so that each event runs valehook twice; it tells each finding once all the same. To keep one: ${removal(port, one)}`;
}

function onPath(port: ClientPort, scope: Scope, root: string): string {
  return `The project's root, ${root}, doesn't depend on valehook, so that everyone needs it on PATH (npm install --global valehook). Better: npm install --save-dev valehook there, then valehook install --client ${port.name} --scope ${scope} again.`;
}

/** What goes on to run valehook after `uninstall` has done its work. */
export function notesAfterUninstall(
  port: ClientPort,
  scope: Scope,
  { plugin, files, unreadable }: Surroundings,
): readonly string[] {
  const rest = files.filter((one) => one.scope !== scope || one.format === "toml");
  return [
    ...(plugin === undefined
      ? []
      : [`The plugin ${plugin} goes on to run them. To remove it: ${port.removePlugin} ${plugin}`]),
    ...rest.map(
      (one) => `${one.file} goes on to register them. To remove them: ${removal(port, one)}`,
    ),
    ...unreadable.map(explainLine),
  ];
}

/** How to take our hooks out of a file. */
export function removal(
  port: ClientPort,
  { scope, format, file }: Omit<RegisteringFile, "hooks">,
): string {
  if (format === "toml") return `take valehook's [[hooks.…]] out of ${file} by hand`;
  const what = `valehook uninstall --client ${port.name} --scope ${scope}`;
  if (scope === "user") return `${what} (which switches it off in your other projects too)`;
  return `${what} in ${dirname(dirname(file))}`;
}
