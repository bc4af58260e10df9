import type { Unchecked } from "../base/problem.ts";
import type { Finding } from "../vale/finding.ts";
import type { Fact } from "./fact.ts";

/** What became of one changed file, as the agent is to read it. */
export interface AgentFile {
  /** As shown: relative to the workspace, or absolute for a file of another root. */
  readonly path: string;
  /** What is listed: the new findings, or all of them under `report = "all"`. */
  readonly findings: readonly Finding[];
  /** Findings that were there before; counted, never listed. */
  readonly older: number;
  /** False where no baseline of the file is known, so that the whole file counts. */
  readonly compared: boolean;
  /** The agent has read these findings before. */
  readonly told: boolean;
}

/** All that one answer to an agent is made of. */
export interface AgentReport {
  /** Sorted by path. */
  readonly files: readonly AgentFile[];
  readonly unchecked: readonly Unchecked[];
  readonly facts: readonly Fact[];
  /** What `files[].findings` are. */
  readonly report: "new" | "all";
  /** A shell command that prints everything. Asked for only where not everything is shown: finding it looks at the disk. */
  readonly command: () => string;
}
