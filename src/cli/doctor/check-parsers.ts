import { dirname, join } from "node:path";

import type { RelPath } from "../../base/rel-path.ts";
import type { Result } from "../../base/result.ts";
import type { ValeConfigRef } from "../../base/vale-config-ref.ts";
import { extensionOf } from "../../scope/eligible.ts";
import { checkText } from "../../vale/check-text.ts";
import { formatFamily, NATIVE_FAMILY } from "../../vale/format-family.ts";
import type { ValeProgram } from "../../vale/vale-program.ts";
import { bareEnvironment, SHELL_ONLY } from "./bare-path.ts";
import { failBy, ok, warn, type Diagnosis } from "./diagnosis.ts";
import type { Examination } from "./examination.ts";

/**
 * Whether Vale can read the workspace's formats that may need another program (rst2html, asciidoctor, xsltproc …): asked
 * of Vale itself, with a short text of each format, once more with the `PATH` that a hook may have.
 */
export async function checkParsers(examination: Examination): Promise<readonly Diagnosis[]> {
  const samples = [...samplesOf(examination)];
  const checked = await Promise.all(
    samples.map(([extension, sample]) => checkFormat(examination, extension, sample)),
  );
  return checked.flat();
}

interface Sample {
  /** A path that no file need have. */
  readonly path: RelPath;
  readonly config: ValeConfigRef;
}

/** One sample an extension, where a configuration applies to a file of it. */
function samplesOf({ rules }: Examination): ReadonlyMap<string, Sample> {
  const samples = new Map<string, Sample>();
  for (const path of rules?.eligible ?? []) {
    const extension = extensionOf(path);
    if (samples.has(extension) || formatFamily(path) === NATIVE_FAMILY) continue;
    const config = rules?.configFor(path);
    if (config?.ok !== true || config.value === undefined) continue;
    const sample = join(dirname(path), `valehook-probe${extension}`) as RelPath;
    samples.set(extension, { path: sample, config: config.value });
  }
  return samples;
}

async function checkFormat(
  examination: Examination,
  extension: string,
  sample: Sample,
): Promise<readonly Diagnosis[]> {
  const { vale } = examination;
  if (!vale.ok) return [];
  const name = `Format ${extension}`;
  const answer = await readSample(examination, sample, vale.value);
  if (!answer.ok) {
    // What is wrong with Vale or its configuration as a whole is told by their own checks.
    const isWhole = answer.problem.code.startsWith("vale-");
    return isWhole ? [] : [failBy(name, answer.problem)];
  }
  const { PATH: searchPath } = bareEnvironment({ PATH: vale.value.searchPath });
  const bare = await readSample(examination, sample, {
    ...vale.value,
    ...(searchPath === undefined ? {} : { searchPath }),
  });
  if (bare.ok || bare.problem.code !== "parser-missing") return [ok(name, "Vale can read it")];
  const { parser } = bare.problem;
  return [
    warn(
      name,
      `Vale can read it here, with ${parser}. ${SHELL_ONLY}`,
      `Start the client from this shell, or have ${parser} in /usr/bin too (by the system's package manager, or a link).`,
    ),
  ];
}

async function readSample(
  { open, valeEnv, deadline, signal }: Examination,
  { path, config }: Sample,
  vale: ValeProgram,
): Promise<Result<unknown>> {
  const { workspace, settings } = open;
  return await checkText({
    vale,
    root: workspace.root,
    config,
    path,
    text: Buffer.from("A sample.\n"),
    useGlobalConfig: settings.useGlobalConfig,
    maxFileBytes: settings.maxFileBytes,
    deadline,
    signal,
    env: valeEnv,
  });
}
