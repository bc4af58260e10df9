import { isDeepStrictEqual } from "node:util";

import { dependencyPath, type HookProgram } from "../../clients/hook-command.ts";
import { listedPaths } from "../../scope/listed-paths.ts";
import type { Installation } from "../install/this-installation.ts";
import type { Examination } from "./examination.ts";
import type { Registration } from "./registrations.ts";

/**
 * Whether a registration may be run. The person's own always may. A workspace's could name any program, and a workspace
 * may have come from anywhere: of it only what `valehook install` writes is run, and the dependency in `node_modules` only
 * if it is no file of the repository.
 *
 * @param installed the installation that is running now
 */
export function isSafeToRun(
  { listing }: Pick<Examination, "listing">,
  { client, scope, hooks }: Registration,
  installed: Installation,
): boolean {
  if (scope === "user") return true;
  const isCommitted =
    listing.ok && listedPaths(listing.value.bytes).some((path) => path === dependencyPath);
  const dependencies: HookProgram[] = isCommitted
    ? []
    : [
        { kind: "dependency", root: "git" },
        { kind: "dependency", root: "folder" },
      ];
  const programs: HookProgram[] = [
    { kind: "installed", ...installed },
    { kind: "on-path" },
    ...dependencies,
  ];
  return hooks.every(({ event, handler }) =>
    programs.some((program) => {
      const command = { program, platform: process.platform };
      const [written] = client.registration(event, undefined, command).hooks;
      return isDeepStrictEqual({ ...handler, timeout: 0 }, { ...written, timeout: 0 });
    }),
  );
}
