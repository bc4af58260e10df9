import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import { watchedChecks } from "../scope/watched-checks.ts";
import { checksFingerprint } from "../vale/checks-fingerprint.ts";
import { nodeFileIo } from "../vale/file-io.ts";
import type { ValeProgram } from "../vale/vale-program.ts";
import type { OpenWorkspace } from "./open-workspace.ts";

/**
 * Tells the fingerprint of all that decides what Vale says under a configuration; nothing where part of it can't be
 * read, so that nothing is remembered then. Each configuration is read once in the life of the returned function.
 */
export function makeChecksOf(
  { workspace, settings, env }: OpenWorkspace,
  vale: ValeProgram,
): (config: ValeConfigRef) => string | undefined {
  const known = new Map<string, string | undefined>();
  const options = [
    `global configuration: ${settings.useGlobalConfig}`,
    `styles path: ${env["VALE_STYLES_PATH"] ?? ""}`,
  ];
  return (config) => {
    const key = `${config.file}\0${config.folder}`;
    if (known.has(key)) return known.get(key);
    const files = settings.useGlobalConfig ? undefined : watchedChecks(workspace, [config]);
    const fingerprint =
      files?.ok === true
        ? checksFingerprint(
            { vale, files: files.value, options: [...options, config.folder] },
            nodeFileIo,
          )
        : undefined;
    known.set(key, fingerprint);
    return fingerprint;
  };
}
