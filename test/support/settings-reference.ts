import { toJsonSchema } from "@valibot/to-json-schema";
import {
  personalKeys,
  personalSettingsSchema,
  projectSettingsSchema,
} from "../../src/scope/settings-schema.ts";

/** One key of the settings, as the reference page shows it. */
export interface SettingsKey {
  readonly name: string;
  readonly values: string;
  /** As TOML; empty where a key has none. */
  readonly byDefault: string;
  readonly meaning: string;
  readonly isPersonal: boolean;
}

/** The part of a JSON Schema that the settings use. */
interface ValueSchema {
  readonly type?: string;
  readonly enum?: readonly string[];
  readonly items?: ValueSchema;
  readonly properties?: Readonly<Record<string, ValueSchema>>;
  readonly description?: string;
}

/** The JSON Schema of `.valehook.toml`, for editors. */
export function projectSettingsJsonSchema(): object {
  const $schema = "http://json-schema.org/draft-07/schema#";
  return {
    $schema,
    $id: "https://unpkg.com/valehook/schemas/valehook.schema.json",
    ...toJsonSchema(projectSettingsSchema),
  };
}

/** Every key that a settings file may have, in the order of the schema; those of a table by their dotted name. */
export function settingsKeys(): SettingsKey[] {
  const { properties } = toJsonSchema(personalSettingsSchema) as ValueSchema;
  return Object.entries(properties ?? {}).flatMap(([name, schema]) =>
    keysOf(name, schema, personalKeys.includes(name)),
  );
}

function keysOf(name: string, schema: ValueSchema, isPersonal: boolean): SettingsKey[] {
  if (schema.properties !== undefined) {
    return Object.entries(schema.properties).flatMap(([inner, value]) =>
      keysOf(`${name}.${inner}`, value, isPersonal),
    );
  }
  const [meaning = "", byDefault = ""] = (schema.description ?? "").split(" Default: ");
  return [
    {
      name,
      values: valuesOf(schema),
      byDefault: byDefault.replace(/\.$/, ""),
      meaning,
      isPersonal,
    },
  ];
}

function valuesOf(schema: ValueSchema): string {
  if (schema.enum !== undefined) return schema.enum.map((value) => `\`"${value}"\``).join(" ");
  if (schema.type === "array") return "list of text";
  if (schema.type === "integer" || schema.type === "number") return "whole number";
  return schema.type === "boolean" ? "`true` `false`" : "text";
}
