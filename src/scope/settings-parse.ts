import { parse, TomlError } from "smol-toml";
import * as v from "valibot";

import { failure, success } from "../base/result.ts";
import { nearest } from "../base/nearest.ts";
import {
  personalKeys,
  personalSettingsSchema,
  projectKeys,
  projectSettingsSchema,
  settingsKeys,
} from "./settings-schema.ts";
import { tomlLine } from "./toml-line.ts";
import { withQuotes } from "./unquoted-text.ts";
import type { PersonalSettings } from "./settings-schema.ts";
import type { Result } from "../base/result.ts";
import type { SettingsProblem } from "../base/problem.ts";

/** Whose file it is; the person's may set more. */
export type SettingsOwner = "project" | "person";

/** A fault of a settings file, whichever file it is. */
interface Fault {
  readonly line: number;
  readonly key: string;
  readonly detail: string;
  /** The keys that there are, for whoever wrote one that means nothing. */
  readonly keys?: readonly string[];
}

/** Reads the text of a settings file. The first fault by line is reported with its file, line and key. */
export function parseSettings(
  text: string,
  file: string,
  owner: SettingsOwner,
): Result<PersonalSettings, SettingsProblem> {
  const document = parseToml(text);
  const settings = document.ok
    ? checkedSettings(text, document.value, owner)
    : failure(faultUpTo(text, document.problem, owner));
  return settings.ok ? settings : failure({ code: "settings-invalid", file, ...settings.problem });
}

function parseToml(text: string): Result<object, Fault> {
  try {
    return success(parse(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [detail = ""] = error.message.replace("Invalid TOML document: ", "").split("\n");
    const isText = detail === "invalid value";
    return failure({
      line: error.line,
      key: "",
      detail: isText ? `${detail}; text needs quotes` : detail,
    });
  }
}

/** The first fault of a text that is no TOML: what stands above `broken` may have one, and quotes may be all that is missing. */
function faultUpTo(text: string, broken: Fault, owner: SettingsOwner): Fault {
  const above = text.split("\n").slice(0, broken.line);
  const quoted = withQuotes(above.pop() ?? "");
  const readable = [...above, quoted?.statement ?? ""].join("\n");
  const document = parseToml(readable);
  if (!document.ok) return broken;
  const settings = checkedSettings(readable, document.value, owner);
  if (!settings.ok) return settings.problem;
  if (quoted === undefined) return broken;
  const { key, statement } = quoted;
  return { line: broken.line, key, detail: `needs quotes around its text: ${statement}` };
}

function checkedSettings(
  text: string,
  document: object,
  owner: SettingsOwner,
): Result<PersonalSettings, Fault> {
  const schema = owner === "project" ? projectSettingsSchema : personalSettingsSchema;
  const parsed = v.safeParse(schema, document);
  if (parsed.success) return success(parsed.output);
  const [first, ...others] = parsed.issues.map((issue) => faultOf(issue, text, owner));
  if (first === undefined) throw new Error("Valibot refused the settings without an issue");
  return failure(others.reduce((least, fault) => (fault.line < least.line ? fault : least), first));
}

function faultOf(issue: v.BaseIssue<unknown>, text: string, owner: SettingsOwner): Fault {
  const keys = withoutIndexes((issue.path ?? []).map((item) => String(item.key)));
  const place = { line: tomlLine(text, keys), key: keys.join(".") };
  const isUnknown = issue.type === "strict_object" && issue.expected === "never";
  if (!isUnknown) return { ...place, detail: issue.message };
  return { ...place, ...unknownKey(keys, owner) };
}

/** A fault in an item is told of the list it is in. */
function withoutIndexes(keys: readonly string[]): readonly string[] {
  const index = keys.findIndex((key) => /^\d+$/.test(key));
  return index < 0 ? keys : keys.slice(0, index);
}

function unknownKey(
  [key = "", ...below]: readonly string[],
  owner: SettingsOwner,
): Pick<Fault, "detail" | "keys"> {
  if (owner === "project" && personalKeys.includes(key)) {
    return { detail: "may be set in the personal configuration only" };
  }
  const meant = below.length === 0 ? nearest(key, settingsKeys) : undefined;
  if (meant !== undefined) return { detail: `is not a setting, but ${meant} is` };
  return { detail: "is not a setting", keys: owner === "project" ? projectKeys : settingsKeys };
}
