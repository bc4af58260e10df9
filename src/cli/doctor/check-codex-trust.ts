import { groupBy } from "../../base/group-by.ts";
import type { CodexHook } from "../../clients/codex-trust.ts";
import { nameList } from "../../report/phrases.ts";
import { askCodex } from "./ask-codex.ts";
import { about, fail, failBy, ok, type Diagnosis } from "./diagnosis.ts";
import type { Examination } from "./examination.ts";
import { readRegistrations } from "./registrations.ts";
import { hasCodexPlugins } from "./spare-codex-home.ts";
import { tilde } from "./tilde.ts";

const NAME = "Codex trust";
const TRUST = "Start codex in this workspace, enter /hooks, and trust valehook's hooks.";
const TURN_ON = "Start codex, enter /hooks, and turn them on.";

/** Whether Codex runs our hooks: it skips those that nobody has trusted, without a word. Asked of Codex itself. */
export async function checkCodexTrust(
  { open, deadline }: Examination,
  codex: string,
): Promise<readonly Diagnosis[]> {
  const { workspace, env } = open;
  const registered = readRegistrations(workspace.root, env).flatMap((one) =>
    one.ok && one.value.client.name === "codex" && one.value.hooks.length > 0 ? [one.value] : [],
  );
  if (registered.length === 0 && !hasCodexPlugins(env)) return [];
  const listed = await askCodex(codex, workspace.root, env, deadline);
  if (!listed.ok) return [failBy(NAME, listed.problem)];
  const inProject = registered.some(({ scope }) => scope === "project");
  return judgeCodexTrust(listed.value, inProject);
}

/** @param inProject whether the project itself registers hooks with Codex */
export function judgeCodexTrust(
  hooks: readonly CodexHook[],
  inProject: boolean,
): readonly Diagnosis[] {
  if (inProject && !hooks.some(({ source }) => source === "project")) {
    const detail = "Codex does not look at this project's hooks: the project is not trusted.";
    return [
      fail(
        NAME,
        detail,
        "Start codex in this workspace and trust the project, then its hooks with /hooks.",
      ),
    ];
  }
  if (hooks.length === 0) return [];
  const untrusted = hooks.filter(({ trusted }) => !trusted);
  const disabled = hooks.filter(({ enabled }) => !enabled);
  if (untrusted.length > 0) {
    return perFile(untrusted, (which) =>
      fail(NAME, `Codex skips the hooks for ${which}: they are not trusted.`, TRUST),
    );
  }
  if (disabled.length > 0) {
    return perFile(disabled, (which) =>
      fail(NAME, `Codex has the hooks for ${which} turned off.`, TURN_ON),
    );
  }
  return [ok(NAME, `Codex runs the hooks for ${eventNames(hooks)}`)];
}

/** One diagnosis for each file that registers some of the hooks. */
function perFile(
  hooks: readonly CodexHook[],
  diagnosis: (which: string) => Diagnosis,
): readonly Diagnosis[] {
  return [...groupBy(hooks, ({ sourcePath }) => sourcePath)].map(([file, some]) =>
    about(diagnosis(`${eventNames(some)} in ${tilde(file)}`), { file }),
  );
}

function eventNames(hooks: readonly CodexHook[]): string {
  return nameList([...new Set(hooks.map(({ event }) => event))]);
}
