import { dirname, relative } from "node:path";

import { extensionOf } from "../../scope/eligible.ts";
import type { RelPath } from "../../base/rel-path.ts";
import type { ValeConfigRef } from "../../base/vale-config-ref.ts";
import { count, nameList } from "../../report/phrases.ts";
import { missingStyles } from "../../scope/missing-styles.ts";
import { probeConfig } from "../../vale/ask-vale.ts";
import { distinct, failBy, fail, ok, warn, type Diagnosis } from "./diagnosis.ts";
import type { WorkspaceRules } from "../../check/workspace-rules.ts";
import type { Examination } from "./examination.ts";

const NAME = "Configuration";

/**
 * Which Vale configuration applies to which folder, whether its styles are there, and whether Vale can use it (asked of
 * Vale itself, with an empty text).
 */
export async function checkConfigurations(examination: Examination): Promise<readonly Diagnosis[]> {
  const { rules, open } = examination;
  if (rules === undefined) return [];
  const { root } = open.workspace;
  const problems = distinct(rules.problems.map((problem) => failBy(NAME, problem)));
  if (rules.configs.length === 0 && problems.length === 0) {
    const detail = `${root} has no Vale configuration: hooks are silent, and valehook scan checks nothing.`;
    const mend = "Run valehook init to write a first one.";
    return [{ ...warn(NAME, detail, mend), code: "no-vale-config" }];
  }
  const { uses, unmatched, bare } = usesOf(rules);
  const checked = await Promise.all(
    rules.configs.map(async (config) => {
      const used = uses.get(config.file) ?? [];
      const idle = unmatched.get(config.file) ?? [];
      const own = await checkOne(examination, config, used);
      return own.concat(withoutSection(relative(root, config.file), idle, used.length));
    }),
  );
  return [...checked.flat(), ...problems, ...withoutConfiguration(bare)];
}

interface Uses {
  /** The files that each configuration has rules for. */
  readonly uses: ReadonlyMap<string, readonly RelPath[]>;
  /** The files below each configuration that none of its sections matches. */
  readonly unmatched: ReadonlyMap<string, readonly RelPath[]>;
  /** How many files have no configuration. */
  readonly bare: number;
}

function usesOf(rules: WorkspaceRules): Uses {
  const uses = new Map<string, RelPath[]>();
  const unmatched = new Map<string, RelPath[]>();
  let bare = 0;
  for (const path of rules.eligible) {
    const config = rules.configFor(path);
    if (config.ok && config.value === undefined) bare++;
    else if (config.ok && config.value !== undefined) note(uses, config.value.file, path);
    else if (!config.ok && config.problem.code === "no-vale-section") {
      note(unmatched, config.problem.config, path);
    }
  }
  return { uses, unmatched, bare };
}

function note(among: Map<string, RelPath[]>, file: string, path: RelPath): void {
  const known = among.get(file);
  if (known === undefined) among.set(file, [path]);
  else known.push(path);
}

/** Files that Vale has no rules for look clean to it: a person should know which kinds these are. */
function withoutSection(
  name: string,
  paths: readonly RelPath[],
  matched: number,
): readonly Diagnosis[] {
  if (paths.length === 0) return [];
  const kinds = [...new Set(paths.map(extensionOf))].sort();
  const none = `${name}: no section matches ${count(paths.length, "file")} (${nameList(kinds)}), which ${paths.length === 1 ? "is" : "are"} not checked`;
  if (matched > 0) return [ok(NAME, none)];
  return [warn(NAME, `${none}; nothing is.`, "Add a section such as [*.md] with BasedOnStyles.")];
}

async function checkOne(
  { open, vale, valeEnv, deadline, signal }: Examination,
  config: ValeConfigRef,
  paths: readonly RelPath[],
): Promise<readonly Diagnosis[]> {
  const { root } = open.workspace;
  const { useGlobalConfig } = open.settings;
  const name = relative(root, config.file);
  const folders = new Set(paths.map((path) => dirname(path)));
  const scope = `${count(paths.length, "file")} in ${whichFolders(root, config, open.override !== undefined, [...folders])}`;
  const global = useGlobalConfig ? "; your global configuration is merged in" : "";
  const applies = ok(NAME, `${name}: ${scope}${global}`);
  const missing = missingStyles(config.file);
  if (!missing.ok) return [failBy(NAME, missing.problem)];
  const { styles, packages } = missing.value;
  const unsynced = packages.length === 0 ? [] : [neverSynced(name, packages, config)];
  if (!vale.ok) return [applies, ...unsynced];
  const fault = await probeConfig(
    { vale: vale.value, useGlobalConfig, deadline, signal, env: valeEnv },
    config,
  );
  if (fault === undefined) return [applies, ...unsynced];
  if (styles.length === 0) return [failBy(NAME, fault.problem), ...unsynced];
  return [{ ...missingFrom(name, styles, packages, config), code: fault.problem.code }];
}

function whichFolders(
  root: string,
  { folder }: ValeConfigRef,
  isNamed: boolean,
  folders: readonly string[],
): string {
  if (isNamed) return "the whole workspace (it was named)";
  const own = relative(root, folder);
  const place = own === "" ? "the root and below" : `${own} and below`;
  return folders.length > 1 ? `${place} (${count(folders.length, "folder")})` : place;
}

function neverSynced(
  name: string,
  packages: readonly string[],
  { folder }: ValeConfigRef,
): Diagnosis {
  return warn(
    NAME,
    `${name} names packages that are not there: ${nameList(packages)}.`,
    sync(folder),
  );
}

function missingFrom(
  name: string,
  styles: readonly string[],
  packages: readonly string[],
  { folder }: ValeConfigRef,
): Diagnosis {
  const detail = `${name}: Vale does not find ${nameList(styles)}, so nothing is checked with it.`;
  return packages.length > 0
    ? fail(NAME, detail, sync(folder))
    : fail(
        NAME,
        detail,
        "Correct BasedOnStyles or StylesPath, or add the style to Packages and run vale sync.",
      );
}

function sync(folder: string): string {
  return `Run vale sync in ${folder} (it downloads them; valehook never does).`;
}

function withoutConfiguration(files: number): readonly Diagnosis[] {
  if (files <= 0) return [];
  return [
    ok(NAME, `none for ${count(files, "file")}, which ${files === 1 ? "is" : "are"} not checked`),
  ];
}
