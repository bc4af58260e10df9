import { availableParallelism } from "node:os";

import { failure, success, type Result } from "../base/result.ts";
import { formatNames, type FormatName } from "../report/load-format.ts";
import type { Severity } from "../vale/finding.ts";
import type { Flag, ParsedArguments } from "./command.ts";

export const scanFlags = {
  changed: { type: "boolean", summary: "files that differ from HEAD, untracked ones included" },
  since: {
    type: "string",
    value: "<git-ref>",
    summary: "files that differ from the merge base with a ref, the working tree included",
  },
  session: {
    type: "string",
    value: "<id>",
    summary: "files that a hook session changed (its id, or its name in valehook status)",
  },
  report: {
    type: "string",
    value: "all|new",
    summary: "new: only what is new against the ref or the session's baseline (default all)",
  },
  format: {
    type: "string",
    value: formatNames.join("|"),
    summary: "default text, and github where GITHUB_ACTIONS=true",
  },
  output: { type: "string", value: "<file>", summary: "write there instead of standard output" },
  "min-level": {
    type: "string",
    value: "suggestion|warning|error",
    summary: "drop findings below",
  },
  "fail-on": {
    type: "string",
    value: "suggestion|warning|error|never",
    summary: "least severity that makes the exit status 1 (default suggestion)",
  },
  config: { type: "string", value: "<vale.ini>", summary: "use this Vale configuration" },
  stdin: { type: "boolean", summary: "check standard input; needs --path" },
  path: { type: "string", value: "<name.md>", summary: "the name that standard input has" },
  jobs: { type: "string", value: "<n>", summary: "Vale runs at once (default: the cores)" },
  "no-cache": { type: "boolean", summary: "neither use nor remember clean verdicts" },
  shard: {
    type: "string",
    value: "<i/n>",
    summary: "the i-th of n parts that together are the whole, balanced by bytes",
  },
  progress: {
    type: "string",
    value: "auto|always|never",
    summary: "progress on standard error (default auto: on a terminal)",
  },
  "allow-unconfigured": {
    type: "boolean",
    summary: "exit 0 where no Vale configuration or setting leaves anything to check",
  },
  json: { type: "boolean", summary: "the same as --format json" },
} as const satisfies Readonly<Record<string, Flag>>;

/** Which files a scan is about, before the paths on the command line narrow them. */
export type ScanBasis =
  | { readonly kind: "all" }
  | { readonly kind: "ref"; readonly ref: string; readonly mergeBase: boolean }
  | { readonly kind: "session"; readonly id: string };

/** One part of a scan that is spread over several machines. */
export interface Shard {
  /** 1-based. */
  readonly index: number;
  readonly count: number;
}

/** A scan's command line, understood. */
export interface ScanOptions {
  readonly paths: readonly string[];
  readonly basis: ScanBasis;
  readonly report: "all" | "new";
  readonly format: FormatName;
  readonly output: string | undefined;
  readonly minLevel: Severity;
  readonly failOn: Severity | "never";
  readonly config: string | undefined;
  /** Name of the text on standard input; undefined where files are scanned. */
  readonly stdinName: string | undefined;
  readonly jobs: number;
  readonly useCache: boolean;
  readonly shard: Shard | undefined;
  readonly progress: "auto" | "always" | "never";
  readonly allowUnconfigured: boolean;
}

/** Understands a scan's command line; flags that don't go together are usage problems. */
export function scanOptions(
  { flags, positionals }: ParsedArguments,
  env: NodeJS.ProcessEnv,
): Result<ScanOptions> {
  const text = (name: keyof typeof scanFlags): string | undefined => {
    const value = flags[name];
    return typeof value === "string" ? value : undefined;
  };
  const isSet = (name: keyof typeof scanFlags): boolean => flags[name] === true;
  const clash = clashOf(flags, positionals);
  if (clash !== undefined) return usage(clash);
  const jobs = wholeNumber(text("jobs"), availableParallelism());
  if (jobs === undefined) return usage("--jobs takes a whole number from 1.");
  const shard = parseShard(text("shard"));
  if (shard === "invalid") return usage("--shard takes i/n with 1 ≤ i ≤ n, for example 2/4.");
  const usual = env["GITHUB_ACTIONS"] === "true" ? "github" : "text";
  return success({
    paths: positionals,
    basis: basisOf(text("since"), text("session"), isSet("changed")),
    report: (text("report") ?? "all") as "all" | "new",
    format: isSet("json") ? "json" : ((text("format") ?? usual) as FormatName),
    output: text("output"),
    minLevel: (text("min-level") ?? "suggestion") as Severity,
    failOn: (text("fail-on") ?? "suggestion") as ScanOptions["failOn"],
    config: text("config"),
    stdinName: isSet("stdin") ? text("path") : undefined,
    jobs,
    useCache: !isSet("no-cache"),
    shard,
    progress: (text("progress") ?? "auto") as ScanOptions["progress"],
    allowUnconfigured: isSet("allow-unconfigured"),
  });
}

function clashOf(
  flags: ParsedArguments["flags"],
  positionals: readonly string[],
): string | undefined {
  const given = ["changed", "since", "session"].filter((name) => flags[name] !== undefined);
  if (given.length > 1) return `--${given.join(" and --")} don't go together: choose one.`;
  if (flags["report"] === "new" && given.length === 0) {
    return "--report new needs something to compare with: --changed, --since or --session.";
  }
  const isStdin = flags["stdin"] === true;
  if (isStdin && flags["path"] === undefined) return "--stdin needs --path <name.md>.";
  if (!isStdin && flags["path"] !== undefined) return "--path goes with --stdin.";
  if (isStdin && (positionals.length > 0 || given.length > 0)) {
    return "--stdin checks one text: paths and --changed, --since, --session don't go with it.";
  }
  if (flags["json"] === true && flags["format"] !== undefined && flags["format"] !== "json") {
    return "--json and another --format don't go together.";
  }
  return undefined;
}

function basisOf(
  since: string | undefined,
  session: string | undefined,
  changed: boolean,
): ScanBasis {
  if (since !== undefined) return { kind: "ref", ref: since, mergeBase: true };
  if (session !== undefined) return { kind: "session", id: session };
  return changed ? { kind: "ref", ref: "HEAD", mergeBase: false } : { kind: "all" };
}

function wholeNumber(text: string | undefined, otherwise: number): number | undefined {
  if (text === undefined) return otherwise;
  return /^[1-9]\d{0,3}$/.test(text) ? Number(text) : undefined;
}

function parseShard(text: string | undefined): Shard | "invalid" | undefined {
  if (text === undefined) return undefined;
  const match = /^([1-9]\d{0,3})\/([1-9]\d{0,3})$/.exec(text);
  const [index, count] = [Number(match?.[1]), Number(match?.[2])];
  return match !== null && index <= count ? { index, count } : "invalid";
}

function usage(detail: string): Result<never> {
  return failure({ code: "usage", detail });
}
