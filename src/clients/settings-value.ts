import type { SettingsEdit, SettingsPath } from "./registration-plan.ts";

/** A copy of a value with edits applied in order. The value is data (JSON); what is not edited is shared with it. */
export function applyToValue(value: unknown, edits: readonly SettingsEdit[]): unknown {
  return edits.reduce((current, edit) => change(current, edit.path, edit), value);
}

function change(value: unknown, [key, ...rest]: SettingsPath, edit: SettingsEdit): unknown {
  if (key === undefined) {
    return edit.do === "append" && Array.isArray(value) ? [...value, edit.value] : valueOf(edit);
  }
  if (Array.isArray(value)) return changeItem(value, Number(key), rest, edit);
  const entries = Object.entries(value ?? {});
  const name = String(key);
  if (rest.length === 0 && edit.do === "remove") {
    return fromEntries(entries.filter(([entry]) => entry !== name));
  }
  const old = entries.find(([entry]) => entry === name);
  if (old === undefined) return fromEntries([...entries, [name, change(undefined, rest, edit)]]);
  return fromEntries(
    entries.map(([entry, item]) => [entry, entry === name ? change(item, rest, edit) : item]),
  );
}

function changeItem(
  list: readonly unknown[],
  index: number,
  rest: SettingsPath,
  edit: SettingsEdit,
): unknown {
  if (rest.length === 0 && edit.do === "remove") return list.toSpliced(index, 1);
  return list.with(index, change(list[index], rest, edit));
}

function valueOf(edit: SettingsEdit): unknown {
  return edit.do === "remove" ? undefined : edit.value;
}

/** Unlike an object literal, keeps a key named `__proto__` a key. */
function fromEntries(entries: readonly (readonly [string, unknown])[]): unknown {
  return Object.fromEntries(entries);
}
