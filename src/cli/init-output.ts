import { escapeName } from "../report/escape.ts";
import { nameList } from "../report/phrases.ts";
import type { Begun } from "./init-workspace.ts";

/** What `init` did, and what to do next. */
export function initLines(root: string, begun: Begun): readonly string[] {
  const { written, kept, existing, nested } = begun;
  if (existing !== undefined) {
    return [
      `${escapeName(root)} has a Vale configuration already: ${escapeName(existing)}. Nothing was written.`,
      ...nestedLines(nested),
      "",
      "Next: valehook doctor checks it, valehook scan uses it.",
    ];
  }
  return [
    `A first Vale configuration for ${escapeName(root)}:`,
    ...written.map((path) => `  wrote ${path}`),
    ...kept.map((path) => `  kept ${path}, which was there already`),
    ...nestedLines(nested),
    "",
    "Next:",
    "  valehook scan      check what is there",
    "  valehook install   let a coding agent's sessions be checked",
    "",
    "A published style, for example Google's: in .vale.ini, remove the # before Packages and add Google to",
    "BasedOnStyles, then run vale sync once. valehook itself never downloads anything.",
  ];
}

function nestedLines(nested: readonly string[]): readonly string[] {
  if (nested.length === 0) return [];
  const verb = nested.length === 1 ? "holds" : "hold";
  return [`${nameList(nested)} ${verb} in ${nested.length === 1 ? "its" : "their"} own folder.`];
}
