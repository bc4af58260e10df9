import { createTwoFilesPatch } from "diff";

import { explainLine } from "../../base/explain.ts";
import { escapeControls } from "../../base/escape-controls.ts";
import { clientPorts } from "../../clients/client-ports.ts";
import type { OurHook } from "../../clients/our-hooks.ts";
import { escapeName } from "../../report/escape.ts";
import type { ClientOutcome } from "./outcome.ts";

/** Which command's outcome is told. */
export type Deed = "install" | "uninstall";

/** What happened with one client, for a person. With `dryRun` the whole change of the file, as a diff. */
export function outcomeLines(
  outcome: ClientOutcome,
  deed: Deed,
  { dryRun }: { readonly dryRun: boolean },
): readonly string[] {
  const { client, scope, file, added, removed, backup, notes } = outcome;
  const place = file === undefined ? "" : `, ${scope} scope: ${escapeName(file)}`;
  const changed = outcome.status === "changed";
  return [
    `${clientPorts[client].title}${place}`,
    ...indented([
      ...hookLines("-", removed),
      ...hookLines("+", added),
      ...(dryRun && changed ? diffLines(outcome) : []),
      ...summary(outcome, deed, dryRun),
      ...(backup === undefined ? [] : [`The file from before is kept as ${escapeName(backup)}`]),
      ...notes.map(escapeControls),
    ]),
  ];
}

function summary(outcome: ClientOutcome, deed: Deed, dryRun: boolean): readonly string[] {
  switch (outcome.status) {
    case "changed":
      return [
        ...(outcome.fileRemoved && dryRun
          ? ["The file would be removed: it holds nothing else."]
          : []),
        ...(dryRun ? ["Nothing was written."] : [deed === "install" ? "Registered." : "Removed."]),
        ...(outcome.fileRemoved && !dryRun ? ["The file is gone too: it held nothing else."] : []),
      ];
    case "unchanged":
      return [
        deed === "install"
          ? "Registered already; nothing was changed."
          : "Not registered here; nothing was changed.",
      ];
    case "failed":
    case "elsewhere":
    case "unavailable":
      return [];
  }
}

/** Hooks of one command line are told together: they differ in the event alone. */
function hookLines(sign: "+" | "-", hooks: readonly OurHook[]): readonly string[] {
  const events = new Map<string, string[]>();
  for (const { event, shown } of hooks) {
    const line = shown.replace(`--event ${event}`, "--event <event>");
    events.set(line, [...(events.get(line) ?? []), event]);
  }
  return [...events].flatMap(([line, names]) => [
    `${sign} ${names.join(", ")}:`,
    `    ${escapeControls(line)}`,
  ]);
}

function diffLines({ file = "", before, after }: ClientOutcome): readonly string[] {
  const name = escapeName(file);
  const patch = createTwoFilesPatch(name, name, before, after, "", "", { context: 2 });
  const [, ...lines] = patch.trimEnd().split("\n");
  return ["", ...lines.map((line) => line.split("\t").map(escapeControls).join("\t")), ""];
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === "" ? "" : `  ${line}`));
}

/** What happened with one client, for `--json`. */
export function outcomeJson({ before, after, problem, ...rest }: ClientOutcome) {
  const why = problem === undefined ? {} : { code: problem.code, detail: explainLine(problem) };
  return { ...rest, ...(before === after ? {} : { before, after }), ...why };
}
