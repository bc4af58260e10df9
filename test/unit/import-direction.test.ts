import { readdirSync, readFileSync } from "node:fs";
import { dirname, join, relative, resolve, sep } from "node:path";
import { expect, test } from "vitest";
import { importsIn } from "../support/imports.ts";
import { projectRoot } from "../support/project-root.ts";

const source = join(projectRoot, "src");

/** What each folder of src may import from, besides itself. A folder that is not here has no place. */
const mayImport: Readonly<Record<string, readonly string[]>> = {
  base: [],
  scope: ["base"],
  snapshot: ["base"],
  vale: ["base"],
  clients: ["base"],
  state: ["base", "snapshot"],
  report: ["base", "vale"],
  check: ["base", "scope", "snapshot", "vale", "state", "report"],
  hook: ["base", "scope", "snapshot", "vale", "clients", "state", "report", "check"],
  cli: ["base", "scope", "snapshot", "vale", "clients", "state", "report", "check", "hook"],
};

/** Modules that reach the machine: disk, processes, terminal, network, clock of the process. */
const machineModules =
  /^(node:)?(fs|fs\/promises|child_process|net|http|https|os|process|readline|tty|worker_threads|timers|timers\/promises)$|^(execa|cross-spawn|simple-git|proper-lockfile|write-file-atomic|cli-progress)$/;

/** Files that decide and must not touch the machine: whole folders but for their edges, and single files elsewhere. */
const pureFiles = [
  /^base\//,
  /^report\//,
  /^clients\/(?!(quiet-event|read-input|settings-files|codex-trust)\.ts$)/,
  /^state\/(confirmed-change|record-look|rename-sources|checks-due|git-origin|say-once|new-session|session-codec)\.ts$/,
];

interface Import {
  readonly from: string;
  readonly specifier: string;
}

function sourceFiles(): string[] {
  return readdirSync(source, { recursive: true, encoding: "utf8" })
    .filter((path) => /\.[cm]?tsx?$/.test(path))
    .map((path) => path.replaceAll(sep, "/"))
    .sort();
}

function importsOf(path: string): Import[] {
  const text = readFileSync(join(source, path), "utf8");
  return importsIn(text).map((specifier) => ({ from: path, specifier }));
}

const imports = sourceFiles().flatMap(importsOf);

/** The file below src that a relative import names; undefined for packages and Node's modules. */
function targetOf({ from, specifier }: Import): string | undefined {
  if (!specifier.startsWith(".")) return undefined;
  const target = resolve(dirname(join(source, from)), specifier);
  return relative(source, target).replaceAll(sep, "/");
}

function folderOf(path: string): string {
  return path.split("/")[0] ?? "";
}

const inner = imports.flatMap(({ from, specifier }) => {
  const to = targetOf({ from, specifier });
  return to === undefined ? [] : [{ from, to }];
});

/** The files on a path of imports that leads back to where it began; empty when there is none. */
function findCycle(edges: readonly { from: string; to: string }[]): readonly string[] {
  const next = new Map<string, string[]>();
  for (const { from, to } of edges) next.set(from, [...(next.get(from) ?? []), to]);
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): readonly string[] => {
    if (path.includes(file)) return [...path.slice(path.indexOf(file)), file];
    if (done.has(file)) return [];
    for (const to of next.get(file) ?? []) {
      const cycle = visit(to, [...path, file]);
      if (cycle.length > 0) return cycle;
    }
    done.add(file);
    return [];
  };
  for (const file of next.keys()) {
    const cycle = visit(file, []);
    if (cycle.length > 0) return cycle;
  }
  return [];
}

test("every form of import is seen, and none in a comment or a string", () => {
  const text = `
    import "./side-effect.ts";
    import { a } from "./named.ts";
    import type { B } from './types.ts';
    import {
      c,
      type D,
    } from "./several-lines.ts";
    export { e } from "./re-export.ts";
    export type { F } from "./re-export-type.ts";
    export * from "./all.ts";
    const lazy = await import("./lazy.ts");
    const typed: import("./import-type.ts").Type = 1;
    // import { no } from "./comment.ts";
    /** import { no } from "./docstring.ts"; */
    const words = "exported from here";
  `;
  expect(importsIn(text)).toEqual([
    "./side-effect.ts",
    "./named.ts",
    "./types.ts",
    "./several-lines.ts",
    "./re-export.ts",
    "./re-export-type.ts",
    "./all.ts",
    "./lazy.ts",
    "./import-type.ts",
  ]);
});

test("a cycle of imports is found wherever it begins", () => {
  const edges = [
    { from: "a", to: "b" },
    { from: "b", to: "c" },
    { from: "c", to: "b" },
  ];
  expect(findCycle(edges)).toEqual(["b", "c", "b"]);
  expect(findCycle(edges.slice(0, 2))).toEqual([]);
});

test("every source file lies in a folder that has its place in the house", () => {
  const astray = sourceFiles().filter((path) => mayImport[folderOf(path)] === undefined);
  expect(astray).toEqual([]);
});

test("no folder imports from one that it may not know", () => {
  const wrong = inner
    .filter(({ from, to }) => folderOf(from) !== folderOf(to))
    .filter(({ from, to }) => !mayImport[folderOf(from)]?.includes(folderOf(to)))
    .map(({ from, to }) => `${from} imports ${to}`);
  expect(wrong).toEqual([]);
});

test("relative imports name an existing file with its ending", () => {
  const files = new Set(sourceFiles());
  const wrong = inner
    .filter(({ to }) => !files.has(to))
    .map(({ from, to }) => `${from} imports ${to}`);
  expect(wrong).toEqual([]);
});

test("no file imports itself in a circle", () => {
  expect(findCycle(inner)).toEqual([]);
});

test("what decides does not touch the machine", () => {
  const wrong = imports
    .filter(({ from }) => pureFiles.some((pattern) => pattern.test(from)))
    .filter(({ specifier }) => machineModules.test(specifier))
    .map(({ from, specifier }) => `${from} imports ${specifier}`);
  expect(wrong).toEqual([]);
});
