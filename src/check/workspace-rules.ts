import type { Problem, ValeProblem } from "../base/problem.ts";
import { hasNoRules } from "../base/skip-reason.ts";
import type { RelPath } from "../base/rel-path.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import { compileRules, type PathRules, type ScopeRules } from "../scope/eligible.ts";
import { listedPaths } from "../scope/listed-paths.ts";
import { readConfigParts, stylesPathsBelow, type ValeConfigParts } from "../scope/styles-path.ts";
import { makeConfigFinder, type ConfigFinder } from "../scope/vale-config.ts";
import { withSections } from "../scope/vale-rules.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/** What decides which files of a workspace are checked, and with which Vale configuration. */
export interface WorkspaceRules {
  readonly paths: PathRules;
  /** The eligible paths of the listing, each once, in its order. */
  readonly eligible: readonly RelPath[];
  /** The configuration that Vale has rules in for a file. */
  readonly configFor: ConfigFinder;
  /** Every configuration that applies to an eligible file. */
  readonly configs: readonly ValeConfigRef[];
  /** Why nothing in the whole workspace could be checked, if no configuration there turns a rule on. */
  readonly unconfigured: ValeProblem | undefined;
  /** Configurations that can't be read. A file that one of them applies to says so itself when it is checked. */
  readonly problems: readonly Problem[];
}

/** Stands for a file at the root: the root's own configuration counts even where no file is eligible. */
const AT_ROOT = "README.md" as RelPath;

/**
 * Finds out the rules of a workspace from its files: the configurations that apply to its folders, and the styles
 * folders of those, which are never checked themselves.
 *
 * @param listing as `scope/listing.ts` gives it
 */
export async function workspaceRules(
  open: OpenWorkspace,
  listing: Buffer,
): Promise<WorkspaceRules> {
  const kinds = await compileRules(scopeRules(open, []));
  const configAbove = makeConfigFinder(open.workspace, open.override);
  const folders = new Set<string>();
  const configs = new Map<string, ValeConfigRef>();
  const problems: Problem[] = [];
  let last: string | undefined;
  const note = (path: RelPath): void => {
    // Listings come in byte order, so that one folder's files mostly follow each other.
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (folder === last || folders.has(folder)) return;
    last = folder;
    folders.add(folder);
    const config = configAbove(path);
    if (!config.ok) problems.push(config.problem);
    else if (config.value !== undefined) configs.set(config.value.file, config.value);
  };
  note(AT_ROOT);
  const ofKind = listedPaths(listing).filter(kinds.isEligible);
  for (const path of ofKind) note(path);
  const parts: ValeConfigParts[] = [];
  for (const { file } of configs.values()) {
    const read = readConfigParts(file);
    if (read.ok) parts.push(read.value);
    else problems.push(read.problem);
  }
  const styles = stylesPathsBelow(open.workspace.root, parts);
  const paths = styles.length === 0 ? kinds : await compileRules(scopeRules(open, styles));
  const eligible = paths === kinds ? ofKind : ofKind.filter(paths.isEligible);
  const configFor = narrowed(open, configAbove);
  const unconfigured =
    problems.length > 0 ? undefined : whyNothing(open, [...configs.values()], parts);
  return { paths, eligible, configFor, configs: [...configs.values()], unconfigured, problems };
}

function whyNothing(
  { workspace, settings }: OpenWorkspace,
  [config]: readonly ValeConfigRef[],
  parts: readonly ValeConfigParts[],
): ValeProblem | undefined {
  if (config === undefined) return { code: "no-vale-config", root: workspace.root };
  if (settings.useGlobalConfig || parts.some(({ sections }) => sections.length > 0))
    return undefined;
  return { code: "no-vale-rules", config: config.file };
}

/** Finds the configurations of files outside a listing, as {@link WorkspaceRules.configFor} does. */
export function configFinder(open: OpenWorkspace): ConfigFinder {
  return narrowed(open, makeConfigFinder(open.workspace, open.override));
}

function narrowed({ workspace, settings }: OpenWorkspace, configAbove: ConfigFinder): ConfigFinder {
  return withSections(configAbove, { root: workspace.root, isMerged: settings.useGlobalConfig });
}

/**
 * How many files of a folder would be checked but for `include` and `exclude` in the settings.
 *
 * @param listing as `scope/listing.ts` gives it
 * @param folder `""` = the whole workspace
 */
export function leftOutBySettings(
  { paths }: Pick<WorkspaceRules, "paths">,
  listing: Buffer,
  folder: string,
): number {
  const below = folder === "" ? "" : `${folder}/`;
  return listedPaths(listing).filter(
    (path) => path.startsWith(below) && paths.whyNot(path) === "excluded-by-configuration",
  ).length;
}

/** The files that are to be checked: Vale has rules for them, or it isn't known whether it has. */
export function withRules(configFor: ConfigFinder, paths: readonly RelPath[]): readonly RelPath[] {
  return paths.filter((path) => {
    const config = configFor(path);
    return config.ok ? config.value !== undefined : !hasNoRules(config.problem);
  });
}

/** The settings as the rules that paths are judged by. */
export function scopeRules(
  { settings }: OpenWorkspace,
  stylesPaths: readonly RelPath[],
): ScopeRules {
  const { extensions, include, exclude, maxFiles, maxFileBytes } = settings;
  return { extensions, include, exclude, stylesPaths, maxFiles, maxFileBytes };
}
