import * as v from "valibot";

import { limits } from "../base/limits.ts";

const patterns = (description: string) =>
  v.pipe(
    v.array(v.pipe(v.string(), v.nonEmpty("must not be empty"))),
    v.minLength(1, "must hold at least one pattern"),
    v.description(description),
  );

const choice = <const T extends readonly string[]>(values: T, description: string) =>
  v.pipe(v.picklist(values), v.description(description));

const count = (description: string) =>
  v.pipe(
    v.number(),
    v.integer("must be a whole number"),
    v.minValue(1, "must be at least 1"),
    v.description(description),
  );

const absolutePath = v.pipe(v.string(), v.regex(/^(?:\/|[A-Za-z]:[\\/])/, "must be absolute"));

/** What both files may set. */
const shared = {
  include: v.optional(
    patterns("Only files that match are checked (gitignore syntax). Default: everything eligible."),
  ),
  exclude: v.optional(patterns("Files that match are not checked (gitignore syntax).")),
  extensions: v.optional(
    v.pipe(
      v.array(
        v.pipe(
          v.string(),
          v.regex(/^\.[^./\\\s]+$/, 'must be one extension with its dot, such as ".qmd"'),
        ),
      ),
      v.description("Further extensions that the Vale configuration maps to a format."),
    ),
  ),
  report: v.optional(
    choice(["new", "all"], 'Whether only new findings are listed and counted. Default: "new".'),
  ),
  block_on: v.optional(
    choice(
      ["suggestion", "warning", "error", "never"],
      'Least severity that blocks a Stop. Default: "suggestion".',
    ),
  ),
  mode: v.optional(
    choice(
      ["enforce", "observe"],
      '"observe" says nothing to the agent and keeps what it would have said. Default: "enforce".',
    ),
  ),
  guard: v.optional(
    choice(
      ["report", "deny", "off"],
      'Whether edits of the Vale configuration and of valehook\'s own files are reported, refused, or neither. Default: "report".',
    ),
  ),
  use_global_config: v.optional(
    v.pipe(
      v.boolean(),
      v.description("Whether Vale also reads the person's global configuration. Default: false."),
    ),
  ),
  max_files: v.optional(count(`Most eligible files of a workspace. Default: ${limits.maxFiles}.`)),
  max_file_bytes: v.optional(
    count(`Most bytes of a file that is checked. Default: ${limits.maxFileBytes}.`),
  ),
};

/** What only the person's file may set: a project must not choose what runs on a person's machine. */
const personalOnly = {
  trusted_workspaces: v.optional(
    v.pipe(
      v.array(absolutePath),
      v.description("Workspaces whose own folders on PATH may provide Vale."),
    ),
  ),
  vale: v.optional(
    v.pipe(
      v.strictObject({
        binary: v.optional(
          v.pipe(absolutePath, v.description("Absolute path of the Vale to run.")),
        ),
      }),
      v.description("Which Vale is run."),
    ),
  ),
};

/** `.valehook.toml` at the workspace's root. */
export const projectSettingsSchema = v.pipe(
  v.strictObject(shared),
  v.title("valehook project settings"),
  v.description("Policy of the project, committed with it."),
);

/** `$XDG_CONFIG_HOME/valehook/config.toml`. */
export const personalSettingsSchema = v.pipe(
  v.strictObject({ ...shared, ...personalOnly }),
  v.title("valehook personal settings"),
  v.description("The person's own defaults, and what only a person may decide."),
);

export type PersonalSettings = v.InferOutput<typeof personalSettingsSchema>;

/** Keys that the project's file may not have, although the person's may. */
export const personalKeys: readonly string[] = Object.keys(personalOnly);

export const settingsKeys: readonly string[] = [...Object.keys(shared), ...personalKeys];
