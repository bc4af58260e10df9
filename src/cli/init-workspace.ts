import { mkdir, writeFile } from "node:fs/promises";
import { dirname, join, relative } from "node:path";

import { errnoOf } from "../base/errno.ts";
import type { RelPath } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import { listWorkspace } from "../check/list-workspace.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import { workspaceRules } from "../check/workspace-rules.ts";
import { extensionOf } from "../scope/eligible.ts";
import { findValeConfig } from "../scope/vale-config.ts";
import { firstConfiguration } from "./first-configuration.ts";

/** What `init` found and did. Paths are relative to the root. */
export interface Begun {
  readonly written: readonly string[];
  /** Files that were there already and were left as they are. */
  readonly kept: readonly string[];
  /** The configuration that holds at the root already: then nothing is written. */
  readonly existing: string | undefined;
  /** Further configurations of folders below the root, which go on to hold there. */
  readonly nested: readonly string[];
}

/**
 * Writes a first Vale configuration at a workspace's root, for the formats that it has, unless one holds there already.
 * No file is ever overwritten. Problems: those of listing, of finding the configuration, `output-unwritable`.
 */
export async function initWorkspace(open: OpenWorkspace): Promise<Result<Begun>> {
  const { root } = open.workspace;
  const listing = await listWorkspace(open);
  if (!listing.ok) return listing;
  const rules = await workspaceRules(open, listing.value.bytes);
  const atRoot = findValeConfig(open.workspace, "README.md" as RelPath, open.override);
  if (!atRoot.ok) return atRoot;
  const existing = atRoot.value === undefined ? undefined : relative(root, atRoot.value.file);
  const nested = rules.configs
    .map(({ file }) => relative(root, file))
    .filter((file) => file !== existing)
    .sort();
  if (existing !== undefined) return success({ written: [], kept: [], existing, nested });
  const extensions = new Set<string>();
  for (const path of rules.eligible) extensions.add(extensionOf(path).slice(1));
  const written: string[] = [];
  const kept: string[] = [];
  // The configuration comes last: whoever sees it finds its style complete.
  for (const { path, text } of firstConfiguration(extensions).toReversed()) {
    const made = await writeNew(join(root, path), text);
    if (!made.ok) return failure({ code: "output-unwritable", path, errno: made.problem });
    (made.value ? written : kept).push(path);
  }
  return success({ written: written.toReversed(), kept: kept.toReversed(), existing, nested });
}

/** Writes a file that isn't there yet; false where it is. Fails with an errno. */
async function writeNew(path: string, text: string): Promise<Result<boolean, string>> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: "wx" });
    return success(true);
  } catch (error) {
    const errno = errnoOf(error);
    return errno === "EEXIST" ? success(false) : failure(errno);
  }
}
