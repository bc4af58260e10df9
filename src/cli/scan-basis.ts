import { success, type Result } from "../base/result.ts";
import { compareWithRef, type Comparison } from "../check/comparison.ts";
import type { OpenWorkspace } from "../check/open-workspace.ts";
import { compareWithSession } from "../hook/session-comparison.ts";
import type { ScanBasis } from "./scan-flags.ts";

/** What a scan compares with; undefined where it scans all files as they are. */
export async function comparisonOf(
  open: OpenWorkspace,
  basis: ScanBasis,
): Promise<Result<Comparison | undefined>> {
  switch (basis.kind) {
    case "all":
      return success(undefined);
    case "ref":
      return await compareWithRef(open, basis.ref, { mergeBase: basis.mergeBase });
    case "session":
      return await compareWithSession(open, basis.id);
  }
}
