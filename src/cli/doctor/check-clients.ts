import { execa } from "execa";

import { clientPorts } from "../../clients/client-ports.ts";
import type { ClientPort } from "../../clients/client-port.ts";
import { shorten } from "../../base/shorten.ts";
import { checkCodexTrust } from "./check-codex-trust.ts";
import { about, fail, ok, warn, type Diagnosis } from "./diagnosis.ts";
import type { Examination } from "./examination.ts";
import { findProgram } from "../../check/find-program.ts";

/** The clients that are on PATH: their versions, and whether Codex trusts the hooks. */
export async function checkClients(examination: Examination): Promise<readonly Diagnosis[]> {
  const ports = Object.values(clientPorts);
  const checked = await Promise.all(
    ports.map(async (client) => {
      const found = await checkClient(examination, client);
      return found.map((row) => about(row, { client: client.name }));
    }),
  );
  return checked.flat();
}

async function checkClient(
  examination: Examination,
  client: ClientPort,
): Promise<readonly Diagnosis[]> {
  const { workspace, env } = examination.open;
  const program = findProgram(client.name, workspace.root, env);
  if (program === undefined) return [];
  const version = await versionOf(client, program, examination);
  if (client.name !== "codex" || version.status === "fail") return [version];
  return [version, ...(await checkCodexTrust(examination, program))];
}

async function versionOf(
  client: ClientPort,
  program: string,
  { open, deadline, signal }: Examination,
): Promise<Diagnosis> {
  const ran = await execa(program, ["--version"], {
    cwd: open.workspace.root,
    env: open.env,
    extendEnv: false,
    reject: false,
    stdin: "ignore",
    timeout: Math.max(1, Math.min(30_000, deadline.remainingMs())),
    cancelSignal: signal,
    maxBuffer: 64 * 1024,
  });
  if (ran.exitCode === 0) return judgeClientVersion(client, program, ran.stdout);
  const words = shorten(ran.stderr || (ran.originalMessage ?? "no answer in time"), 200);
  return fail(
    client.title,
    `${program} --version failed: ${words}`,
    `Install ${client.title} anew.`,
  );
}

/** @param told what the client prints for `--version` */
export function judgeClientVersion(client: ClientPort, program: string, told: string): Diagnosis {
  const version = /\d+\.\d+\.\d+/.exec(told)?.[0];
  if (version === undefined) return ok(client.title, `${program}, which does not tell its version`);
  if (!isOlder(version, client.measuredOn)) return ok(client.title, `${version}, ${program}`);
  return warn(
    client.title,
    `${version} is older than ${client.measuredOn}, with which valehook is tested.`,
    `Update ${client.title} if hooks do not do what they should.`,
  );
}

function isOlder(version: string, other: string): boolean {
  const [a, b] = [version, other].map((text) => text.split(".").map(Number));
  for (const [index, part] of (a ?? []).entries()) {
    const difference = part - (b?.[index] ?? 0);
    if (difference !== 0) return difference < 0;
  }
  return false;
}
