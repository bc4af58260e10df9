import { existsSync } from "node:fs";
import { join } from "node:path";

import { execa } from "execa";

import { openWorkspace } from "../../check/open-workspace.ts";
import { eventKind } from "../../clients/event-kind.ts";
import { dependencyPath } from "../../clients/hook-command.ts";
import { escapeControls } from "../../base/escape-controls.ts";
import { shorten } from "../../base/shorten.ts";
import { dependsOnValehook } from "../install/depends-on-valehook.ts";
import { fail, ok, type Diagnosis } from "./diagnosis.ts";
import type { Examination } from "./examination.ts";
import type { RegisteredHook, Registration } from "./registrations.ts";
import { makeSampleWorkspace, sampleFile, type SampleWorkspace } from "./sample-workspace.ts";

/**
 * Runs the registered commands, just as they are written, through a small session in a workspace of its own: a tool is about
 * to run, a file changes, the tool has run, the agent stops. The change has a finding, which must come back. Nothing
 * outside the system's temporary folder is written, and nothing stays.
 */
export async function runRegistered(
  examination: Examination,
  registration: Registration,
): Promise<readonly Diagnosis[]> {
  const { workspace, env } = examination.open;
  const sample = await makeSampleWorkspace(env, { git: workspace.kind === "git" });
  try {
    return await runSession(examination, registration, sample);
  } finally {
    await sample.remove();
  }
}

const order = ["pre-tool-use", "post-tool-use", "stop"] as const;

async function runSession(
  examination: Examination,
  registration: Registration,
  sample: SampleWorkspace,
): Promise<readonly Diagnosis[]> {
  const { client, hooks } = registration;
  const answers: string[] = [];
  for (const kind of order) {
    if (kind === "post-tool-use") await sample.change();
    for (const hook of hooks.filter(({ event }) => eventKind(event) === kind)) {
      const ran = await runHook(examination, hook, sample);
      if (typeof ran !== "string") {
        const detail = `What is registered for ${hook.event} ${ran.fault}: ${commandLine(hook)}`;
        return [fail(client.title, detail, await mendOf(examination, registration))];
      }
      answers.push(ran);
    }
  }
  const told = answers.some((answer) => answer.includes(sampleFile));
  if (told) return [ok(client.title, "the registered commands run, and told a sample finding")];
  const isComplete = hooks.some(({ event }) => eventKind(event) === "post-tool-use");
  if (!isComplete || !(await mustTell(examination, sample))) {
    return [ok(client.title, "the registered commands run")];
  }
  const detail = `The registered commands run, but did not tell a sample finding: ${firstAnswer(answers)}`;
  return [fail(client.title, detail, await mendOf(examination, registration))];
}

/** What to do about a registered command that doesn't work. */
async function mendOf(
  { open }: Examination,
  { client, scope, hooks }: Registration,
): Promise<string> {
  const { root } = open.workspace;
  const again = `run valehook install --client ${client.name} --scope ${scope}`;
  if (scope !== "project") return `To write it anew, ${again}.`;
  if (!(await dependsOnValehook(root))) {
    return `Make valehook a dependency of ${root} (npm install --save-dev valehook) or put it on PATH (npm install -g valehook), then ${again}.`;
  }
  if (existsSync(join(root, dependencyPath))) return `To write it anew, ${again}.`;
  const rest = hooks.every((hook) => commandLine(hook).includes(dependencyPath))
    ? ""
    : `, then ${again}`;
  return `Run npm ci (or npm install) in ${root}${rest}: its package.json lists valehook, which is not installed there yet.`;
}

/** Whether the sample's finding has to be told: not without Vale, nor where the person's settings keep silent. */
async function mustTell({ vale, open }: Examination, { root }: SampleWorkspace): Promise<boolean> {
  const sampled = await openWorkspace(root, { env: sampleEnvironment(open.env) });
  return vale.ok && sampled.ok && sampled.value.settings.mode === "enforce";
}

/** The caller's environment without what would turn the hooks off or give them another configuration. */
function sampleEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const { VALEHOOK_DISABLE: _off, VALE_CONFIG_PATH: _config, ...rest } = env;
  return rest;
}

/** What a hook wrote to standard output, or what went wrong. */
async function runHook(
  { open, valeEnv, deadline, signal }: Examination,
  { event, handler }: RegisteredHook,
  sample: SampleWorkspace,
): Promise<string | { readonly fault: string }> {
  const { root } = open.workspace;
  const expand = (text: string): string => text.replaceAll("${CLAUDE_PROJECT_DIR}", root);
  const options = {
    cwd: root,
    env: {
      ...sampleEnvironment(valeEnv),
      CLAUDE_PROJECT_DIR: root,
      XDG_STATE_HOME: sample.stateHome,
    },
    extendEnv: false,
    reject: false,
    input: JSON.stringify(sampleEvent(event, sample.root)),
    timeout: Math.max(1, Math.min(handler.timeout * 1_000, deadline.remainingMs())),
    cancelSignal: signal,
    maxBuffer: 1024 * 1024,
  } as const;
  const { command, args } = handler;
  const windows = process.platform === "win32" ? handler.commandWindows : undefined;
  const ran =
    args === undefined
      ? await execa(windows ?? expand(command), { ...options, shell: true })
      : await execa(expand(command), args.map(expand), options);
  if (ran.timedOut) return { fault: "did not end in time" };
  if (ran.exitCode !== 0)
    return { fault: endedBadly(ran.exitCode, ran.stderr, ran.originalMessage) };
  return isAnswer(ran.stdout) ? ran.stdout : { fault: "wrote something that is no answer" };
}

function endedBadly(code: number | undefined, stderr: string, message: string | undefined): string {
  const words = shorten(stderr.trim() === "" ? (message ?? "") : sentenceOf(stderr), 300);
  if (code === undefined) return `could not be started (${words})`;
  return `ended with exit status ${code}${words === "" ? "" : ` (${words})`}`;
}

/** Of what Node prints for an error that nothing caught the line that says what is wrong, without the stack; else all. */
function sentenceOf(stderr: string): string {
  return /^(?:Uncaught )?\w*Error(?: \[\w+\])?: .+$/m.exec(stderr)?.[0] ?? stderr;
}

function isAnswer(stdout: string): boolean {
  if (stdout === "") return true;
  try {
    const answer: unknown = JSON.parse(stdout);
    return typeof answer === "object" && answer !== null;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}

/** An event as the clients send it. */
function sampleEvent(event: string, cwd: string): Readonly<Record<string, unknown>> {
  const common = { session_id: "valehook-doctor", cwd, hook_event_name: event };
  if (eventKind(event) === "stop") return { ...common, stop_hook_active: false };
  return {
    ...common,
    tool_name: "Bash",
    tool_input: { command: "true" },
    tool_use_id: "valehook-doctor",
  };
}

function commandLine({ handler }: RegisteredHook): string {
  return escapeControls([handler.command, ...(handler.args ?? [])].join(" "));
}

function firstAnswer(answers: readonly string[]): string {
  return shorten(answers.find((answer) => answer !== "") ?? "no answer at all", 300);
}
