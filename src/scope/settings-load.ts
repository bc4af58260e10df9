import { readFile, stat } from "node:fs/promises";

import { defaultSettings } from "./settings.ts";
import { errnoOf, isAbsent } from "../base/errno.ts";
import { failure, success } from "../base/result.ts";
import { settingsFiles } from "./settings-files.ts";
import type { PersonalSettings } from "./settings-schema.ts";
import type { Result } from "../base/result.ts";
import type { Settings } from "./settings.ts";
import type { SettingsOwner } from "./settings-parse.ts";
import type { SettingsProblem } from "../base/problem.ts";

/** More than any settings file needs; a larger one is not read. */
const MAX_BYTES = 256 * 1024;

/**
 * The settings of a workspace. The project's file wins over the person's where both set a key, for it is
 * the policy that everyone is held to; the person's gives defaults for all other workspaces and alone may
 * name a Vale and trusted workspaces. `VALEHOOK_VALE` names a Vale above either. The parsers are loaded only if
 * there is a file.
 */
export async function loadSettings(
  root: string,
  env: NodeJS.ProcessEnv,
): Promise<Result<Settings, SettingsProblem>> {
  const [projectFile, personalFile] = settingsFiles(root, env);
  const personal = await loadFile(personalFile, "person");
  if (!personal.ok) return personal;
  const project = await loadFile(projectFile, "project");
  if (!project.ok) return project;
  const shared = definedSettings({ ...personal.value, ...project.value });
  const named = env["VALEHOOK_VALE"];
  const binary = personal.value.vale?.binary;
  return success({
    ...defaultSettings,
    ...shared,
    trustedWorkspaces: personal.value.trusted_workspaces ?? [],
    valeBinary:
      named !== undefined && named !== ""
        ? { path: named, namedBy: "VALEHOOK_VALE" }
        : binary === undefined
          ? undefined
          : { path: binary, namedBy: personalFile },
  });
}

async function loadFile(
  file: string,
  owner: SettingsOwner,
): Promise<Result<PersonalSettings, SettingsProblem>> {
  const text = await readSettings(file);
  if (!text.ok) return text;
  if (text.value === undefined) return success({});
  const { parseSettings } = await import("./settings-parse.ts");
  return parseSettings(text.value, file, owner);
}

/** The file's text; nothing if there is none. Only a regular file is opened: a FIFO would never end. */
async function readSettings(file: string): Promise<Result<string | undefined, SettingsProblem>> {
  try {
    const found = await stat(file);
    if (!found.isFile()) {
      return failure({ code: "settings-unreadable", file, errno: "not a regular file" });
    }
    if (found.size > MAX_BYTES) {
      const detail = `is larger than ${MAX_BYTES} bytes`;
      return failure({ code: "settings-invalid", file, line: 1, key: "", detail });
    }
    return success((await readFile(file, "utf8")).replace(/^\uFEFF/, ""));
  } catch (error) {
    if (isAbsent(error)) return success(undefined);
    return failure({ code: "settings-unreadable", file, errno: errnoOf(error) });
  }
}

type Mutable<T> = { -readonly [Key in keyof T]: T[Key] };

/** The settings that a file sets, under our names. */
function definedSettings(from: PersonalSettings): Partial<Settings> {
  const to: Partial<Mutable<Settings>> = {};
  if (from.include !== undefined) to.include = from.include;
  if (from.exclude !== undefined) to.exclude = from.exclude;
  if (from.extensions !== undefined) {
    to.extensions = from.extensions.map((extension) => extension.toLowerCase());
  }
  if (from.report !== undefined) to.report = from.report;
  if (from.block_on !== undefined) to.blockOn = from.block_on;
  if (from.mode !== undefined) to.mode = from.mode;
  if (from.guard !== undefined) to.guard = from.guard;
  if (from.use_global_config !== undefined) to.useGlobalConfig = from.use_global_config;
  if (from.max_files !== undefined) to.maxFiles = from.max_files;
  if (from.max_file_bytes !== undefined) to.maxFileBytes = from.max_file_bytes;
  return to;
}
