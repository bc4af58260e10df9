import { parse, TomlError } from "smol-toml";
import * as v from "valibot";

import { failure, success } from "../base/result.ts";
import { nearest } from "../base/nearest.ts";
import {
  personalKeys,
  personalSettingsSchema,
  projectSettingsSchema,
  settingsKeys,
} from "./settings-schema.ts";
import { tomlLine } from "./toml-line.ts";
import type { PersonalSettings } from "./settings-schema.ts";
import type { Result } from "../base/result.ts";
import type { SettingsProblem } from "../base/problem.ts";

/** Whose file it is; the person's may set more. */
export type SettingsOwner = "project" | "person";

/** Reads the text of a settings file. The first fault is reported with its file, line and key. */
export function parseSettings(
  text: string,
  file: string,
  owner: SettingsOwner,
): Result<PersonalSettings, SettingsProblem> {
  const document = parseToml(text, file);
  if (!document.ok) return document;
  const schema = owner === "project" ? projectSettingsSchema : personalSettingsSchema;
  const parsed = v.safeParse(schema, document.value, { abortEarly: true });
  if (parsed.success) return success(parsed.output);
  const [issue] = parsed.issues;
  const keys = (issue.path ?? []).map((item) => String(item.key));
  const line = tomlLine(text, withoutIndexes(keys));
  return failure({
    code: "settings-invalid",
    file,
    line,
    key: withoutIndexes(keys).join("."),
    detail: detailOf(issue, keys, owner),
  });
}

function parseToml(text: string, file: string): Result<object, SettingsProblem> {
  try {
    return success(parse(text));
  } catch (error) {
    if (!(error instanceof TomlError)) throw error;
    const [detail = ""] = error.message.replace("Invalid TOML document: ", "").split("\n");
    return failure({ code: "settings-invalid", file, line: error.line, key: "", detail });
  }
}

/** A fault in an item is told of the list it is in. */
function withoutIndexes(keys: readonly string[]): string[] {
  const index = keys.findIndex((key) => /^\d+$/.test(key));
  return index < 0 ? [...keys] : keys.slice(0, index);
}

function notASetting([key = "", ...below]: readonly string[]): string {
  const meant = below.length === 0 ? nearest(key, settingsKeys) : undefined;
  return meant === undefined ? "is not a setting" : `is not a setting, but ${meant} is`;
}

function detailOf(
  issue: v.BaseIssue<unknown>,
  keys: readonly string[],
  owner: SettingsOwner,
): string {
  if (issue.type === "strict_object" && issue.expected === "never") {
    return owner === "project" && personalKeys.includes(keys[0] ?? "")
      ? "may be set in the personal configuration only"
      : notASetting(keys);
  }
  if (issue.kind === "validation") return issue.message;
  const expected = issue.expected ?? "something else";
  return `must be ${expected.replaceAll(/[()]/g, "").replaceAll(" | ", " or ").toLowerCase()}, not ${issue.received}`;
}
