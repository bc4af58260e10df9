import * as v from "valibot";

import { limits } from "../base/limits.ts";

type Issue = v.BaseIssue<unknown>;

/** What is wrong with a value of another type, in the words of docs/configuration.md. */
const must =
  (form: string) =>
  ({ received }: Issue): string =>
    `must be ${form}, not ${shown(received)}`;

/** What is wrong with an item of a list that is not text. */
const mustHold =
  (form: string) =>
  ({ received }: Issue): string =>
    `must be ${form}, and ${shown(received)} is not text`;

/** Valibot names a value of these types by its constructor; TOML's tables have none. */
function shown(received: string): string {
  const kinds = new Map([
    ["Array", "a list"],
    ["null", "a table"],
    ["TomlDate", "a date"],
  ]);
  return kinds.get(received) ?? received;
}

/** A list of text, each held to `check`; `example` as TOML. */
const texts = <const T extends v.PipeAction<string, string, v.BaseIssue<unknown>>>(
  example: string,
  check: T,
) => {
  const form = `a list of text, such as ${example}`;
  return v.array(v.pipe(v.string(mustHold(form)), check), must(form));
};

const patterns = (description: string) =>
  v.pipe(
    texts('["docs/**"]', v.nonEmpty<string, "must not be empty">("must not be empty")),
    v.minLength(1, "must hold at least one pattern"),
    v.description(description),
  );

const choice = <const T extends readonly string[]>(values: T, description: string) =>
  v.pipe(v.picklist(values, must(oneOf(values))), v.description(description));

function oneOf(values: readonly string[]): string {
  const quoted = values.map((value) => `"${value}"`);
  return `${quoted.slice(0, -1).join(", ")} or ${quoted.at(-1) ?? ""}`;
}

const count = (byDefault: number, description: string) =>
  v.pipe(
    v.number(must(`a whole number, such as ${byDefault}`)),
    v.integer("must be a whole number"),
    v.minValue(1, "must be at least 1"),
    v.description(`${description} Default: ${byDefault}.`),
  );

const absolute = v.regex(/^(?:\/|[A-Za-z]:[\\/])/, "must be absolute");

/** What both files may set. */
const shared = {
  include: v.optional(
    patterns("Only files that match are checked (gitignore syntax). Default: everything eligible."),
  ),
  exclude: v.optional(patterns("Files that match are not checked (gitignore syntax).")),
  extensions: v.optional(
    v.pipe(
      texts(
        '[".qmd"]',
        v.regex(/^\.[^./\\\s]+$/, 'must be one extension with its dot, such as ".qmd"'),
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
      v.boolean(must("true or false")),
      v.description("Whether Vale also reads the person's global configuration. Default: false."),
    ),
  ),
  max_files: v.optional(count(limits.maxFiles, "Most eligible files of a workspace.")),
  max_file_bytes: v.optional(count(limits.maxFileBytes, "Most bytes of a file that is checked.")),
};

/** What only the person's file may set: a project must not choose what runs on a person's machine. */
const personalOnly = {
  trusted_workspaces: v.optional(
    v.pipe(
      texts('["/home/ada/handbook"]', absolute),
      v.description("Workspaces whose own folders on PATH may provide Vale."),
    ),
  ),
  vale: v.optional(
    v.pipe(
      v.strictObject(
        {
          binary: v.optional(
            v.pipe(
              v.string(must('text, such as "/opt/vale/bin/vale"')),
              absolute,
              v.description("Absolute path of the Vale to run."),
            ),
          ),
        },
        must("a table, that is, a line [vale]"),
      ),
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

/** Keys of the project's file. */
export const projectKeys: readonly string[] = Object.keys(shared);

/** Keys that the project's file may not have, although the person's may. */
export const personalKeys: readonly string[] = Object.keys(personalOnly);

/** Every key of the person's file. */
export const settingsKeys: readonly string[] = [...projectKeys, ...personalKeys];
