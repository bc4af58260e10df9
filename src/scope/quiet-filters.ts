import { success } from "../base/result.ts";
import { gitClient } from "./git-client.ts";
import type { GitConfig } from "./git-client.ts";
import type { Result } from "../base/result.ts";
import type { ScopeProblem } from "../base/problem.ts";
import type { Workspace } from "./workspace.ts";

/**
 * Configuration that turns every content filter off which the repository or the person has configured. Git
 * runs a file through its filter wherever it must know whether the file differs from the index; such a
 * program is the repository's, and valehook runs none of those. Without it a filtered file may be taken to
 * differ although it does not, never the other way round.
 */
export async function quietFilters(workspace: Workspace): Promise<Result<GitConfig, ScopeProblem>> {
  const listed = await gitClient(workspace).text(["config", "--null", "--name-only", "--list"]);
  if (!listed.ok) return listed;
  const drivers = new Set<string>();
  for (const key of listed.value.split("\0")) {
    const driver = /^filter\.(.*)\.[^.]*$/s.exec(key)?.[1];
    if (driver !== undefined) drivers.add(driver);
  }
  const config: [string, string][] = [];
  for (const driver of drivers) {
    for (const program of ["clean", "smudge", "process"]) {
      config.push([`filter.${driver}.${program}`, ""]);
    }
    config.push([`filter.${driver}.required`, "false"]);
  }
  return success(config);
}
