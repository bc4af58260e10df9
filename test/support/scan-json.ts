import { expect } from "vitest";

import type { ProblemCode } from "../../src/base/problem.ts";
import { runValehook } from "./hook-driver.ts";
import type { TestWorkspace } from "./workspace.ts";

/** What `scan --format json` printed, as far as tests read it. */
export interface ScanJson {
  readonly status: string;
  readonly summary: { readonly checked: number; readonly findings: number };
  readonly files: readonly {
    readonly path: string;
    readonly findings: readonly {
      readonly line: number;
      readonly column: number;
      readonly endColumn: number;
      readonly severity: string;
      readonly check: string;
      readonly match: string;
    }[];
  }[];
  readonly incomplete: readonly {
    readonly path: string;
    readonly code: ProblemCode;
    readonly detail: string;
  }[];
  readonly skipped: readonly { readonly path: string; readonly reason: string }[];
}

export interface ScanRun {
  readonly cwd?: string;
  readonly env?: NodeJS.ProcessEnv;
}

/** Runs the built program's scan and reads its report, which must be all that it printed. */
export async function scanJson(
  workspace: Pick<TestWorkspace, "root" | "env">,
  args: readonly string[] = [],
  { cwd = workspace.root, env = workspace.env }: ScanRun = {},
): Promise<{ readonly code: number | null; readonly report: ScanJson }> {
  const ran = await runValehook(["scan", "--format", "json", ...args], { cwd, env });
  expect(ran.stderr).toBe("");
  return { code: ran.code, report: JSON.parse(ran.stdout) as ScanJson };
}
