import { availableParallelism } from "node:os";
import { limits } from "../base/limits.ts";
import { asBatch } from "./batch.ts";
import { BatchCheck } from "./check-batch.ts";
import type { CheckRequest } from "./check-request.ts";
import { groupBy } from "../base/group-by.ts";
import { OutcomeLedger } from "./outcome-ledger.ts";
import type { Outcome } from "./outcome.ts";
import { planBatches } from "./plan-batches.ts";
import { prepareFiles } from "./prepare-files.ts";
import { workThrough } from "./work-list.ts";

/**
 * Checks files with Vale and returns exactly one outcome for each, in the order asked. A file is only
 * called clean if Vale answered for it without a finding and read the content that is still there.
 * Never rejects for what Vale, the disk or the time does.
 */
export async function checkFiles(request: CheckRequest): Promise<Outcome[]> {
  const paths = [...new Set(request.files.map((file) => file.path))];
  const ledger = new OutcomeLedger(paths, request.onProgress);
  const ready = await prepareFiles(request, paths, ledger);
  const groups = [...groupBy(ready, (file) => file.group).values()];
  const jobs = Math.max(1, request.jobs ?? availableParallelism());
  const bounds = { jobs, files: request.batchFiles ?? limits.batchFiles };
  const batches = planBatches(groups, bounds)
    .map(asBatch)
    .filter((batch) => batch !== undefined);
  const check = new BatchCheck(request, ledger);
  await workThrough(batches, jobs, (batch) => check.check(batch));
  return ledger.outcomes();
}
