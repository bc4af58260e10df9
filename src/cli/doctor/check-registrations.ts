import type { InstallProblem } from "../../base/problem.ts";
import { clientPorts } from "../../clients/client-ports.ts";
import type { ClientPort } from "../../clients/client-port.ts";
import { hookTimeoutSeconds } from "../../clients/registration.ts";
import { nameList } from "../../report/phrases.ts";
import { about, distinct, fail, failBy, ok, warn, type Diagnosis } from "./diagnosis.ts";
import type { Examination } from "./examination.ts";
import { thisInstallation } from "../install/this-installation.ts";
import { removal } from "../install/notes.ts";
import { lookAround } from "../install/surroundings.ts";
import { isSafeToRun } from "./safe-to-run.ts";
import { readRegistrations, type Registration } from "./registrations.ts";
import { runRegistered } from "./run-registered.ts";
import { tilde } from "./tilde.ts";

/** Where the clients' hooks are registered, whether that is complete, and whether what is registered works when it is run. */
export async function checkRegistrations(examination: Examination): Promise<readonly Diagnosis[]> {
  const { workspace, env } = examination.open;
  const read = readRegistrations(workspace.root, env);
  const readable = read.flatMap((one) => (one.ok ? [one.value] : []));
  const registered = readable.filter(({ hooks }) => hooks.length > 0);
  const { plugins, problems } = await readPlugins(workspace.root, env);
  const unreadable = distinct([
    ...read.flatMap((one) => (one.ok ? [] : [failBy("Hooks", one.problem)])),
    ...problems.map((problem) => failBy("Hooks", problem)),
  ]);
  const perFile: Diagnosis[] = [];
  // One after the other: each runs a whole session of hooks.
  for (const one of registered) {
    const found = await checkRegistration(examination, one);
    const subject = { client: one.client.name, file: one.file };
    perFile.push(...found.map((row) => about(row, subject)));
  }
  const none = registered.length + plugins.size === 0 && unreadable.length === 0;
  return [
    ...(none ? [notRegistered] : perFile),
    ...[...plugins].map(([client, plugin]) => byPlugin(client, plugin)),
    ...Object.values(clientPorts).flatMap((client) =>
      registeredTwice(
        client,
        registered.filter((one) => one.client === client),
        plugins.get(client),
      ),
    ),
    ...readable.filter(({ turnsHooksOff }) => turnsHooksOff).map(hooksOff),
    ...unreadable,
  ];
}

/** The plugins of ours that the clients run, by their settings and records, and what of these can't be read. */
async function readPlugins(root: string, env: NodeJS.ProcessEnv) {
  const plugins = new Map<ClientPort, string>();
  const problems: InstallProblem[] = [];
  for (const client of Object.values(clientPorts)) {
    const { plugin, unreadable } = await lookAround(client, root, env);
    if (plugin !== undefined) plugins.set(client, plugin);
    problems.push(...unreadable);
  }
  return { plugins, problems };
}

function byPlugin({ name, title }: ClientPort, plugin: string): Diagnosis {
  const detail = `the plugin ${plugin} is enabled and brings the hooks; they are not run here`;
  return about(ok(title, detail), { client: name });
}

const notRegistered = warn(
  "Hooks",
  "No settings of Claude Code or Codex register valehook.",
  "Run valehook install; nothing is to be done where only valehook scan is used, or where a plugin brings the hooks.",
);

async function checkRegistration(
  examination: Examination,
  registration: Registration,
): Promise<readonly Diagnosis[]> {
  const { client, scope, file, hooks } = registration;
  const events = new Set(hooks.map(({ event }) => event));
  const where = `${scope} scope, ${tilde(file)}`;
  const again = `Run valehook install --client ${client.name} --scope ${scope}.`;
  const missing = client.registeredEvents.filter((event) => !events.has(event));
  const lacks =
    missing.length === 0
      ? []
      : [fail(client.title, `No hook for ${nameList(missing)} (${where}).`, again)];
  const short = hooks.some(({ handler }) => handler.timeout < hookTimeoutSeconds)
    ? [warn(client.title, `A timeout is below ${hookTimeoutSeconds} s (${where}).`, again)]
    : [];
  const long = hooks.some(({ handler }) => handler.timeout > 600)
    ? [warn(client.title, `A timeout is above 600: it is in seconds (${where}).`, again)]
    : [];
  const found = ok(client.title, `${where}: ${[...events].join(", ")}`);
  const faults = [...lacks, ...short, ...long];
  if (!isSafeToRun(examination, registration, thisInstallation(examination.open.env))) {
    const detail = `It was not run: it is not what valehook install writes (${where}).`;
    return [found, ...faults, warn(client.title, detail, `Look at it. ${again}`)];
  }
  return [found, ...faults, ...(await runRegistered(examination, registration))];
}

function registeredTwice(
  client: ClientPort,
  registrations: readonly Registration[],
  plugin: string | undefined,
): readonly Diagnosis[] {
  const ways = [
    ...registrations.map((one) => ({ name: tilde(one.file), remove: removal(client, one) })),
    ...(plugin === undefined
      ? []
      : [{ name: `the plugin ${plugin}`, remove: `${client.removePlugin} ${plugin}` }]),
  ];
  if (ways.length < 2) return [];
  const detail = `Registered ${ways.length} times: ${nameList(ways.map(({ name }) => name))}. Each event may run valehook more than once.`;
  const mend = `Remove all but one: ${ways.map(({ remove }) => remove).join("; or ")}.`;
  return [about(warn(client.title, detail, mend), { client: client.name })];
}

function hooksOff({ client, file }: Registration): Diagnosis {
  const detail = `disableAllHooks in ${tilde(file)} turns every hook off.`;
  return about(fail(client.title, detail, "Remove that line."), { client: client.name, file });
}
