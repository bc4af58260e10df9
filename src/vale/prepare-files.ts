import { diskPath, relPathBytes, type RelPath } from "../base/rel-path.ts";
import type { ValeConfigRef } from "../base/vale-config-ref.ts";
import type { BatchFile } from "./batch.ts";
import type { CheckRequest } from "./check-request.ts";
import { nodeFileIo } from "./file-io.ts";
import { formatFamily, NATIVE_FAMILY } from "./format-family.ts";
import { inspectFile, type InspectedFile } from "./inspect-file.ts";
import { isShellScript } from "./findings-of.ts";
import { operandFor, type Operand } from "./operand.ts";
import type { OutcomeLedger } from "./outcome-ledger.ts";
import { verdictKey } from "./verdict-cache.ts";

/** Files that are inspected in one go before signals and timers get their turn. */
const SLICE = 64;

/**
 * Inspects the files and settles those that need no run of Vale: what can't be read or isn't text, has no
 * configuration, or is remembered as clean. Returns the others, as far as the time reached.
 */
export async function prepareFiles(
  request: CheckRequest,
  paths: readonly RelPath[],
  ledger: OutcomeLedger,
): Promise<BatchFile[]> {
  const ready: BatchFile[] = [];
  for (const [index, path] of paths.entries()) {
    if (index % SLICE === SLICE - 1) await new Promise((resolve) => setImmediate(resolve));
    if (isOver(request)) return ready;
    const config = request.configFor(path);
    if (!config.ok) ledger.fail(path, config.problem);
    else if (config.value === undefined) {
      ledger.fail(path, { code: "no-vale-config", root: request.root });
    } else {
      const file = prepareFile(request, path, config.value, ledger);
      if (file !== undefined) ready.push(file);
    }
  }
  return ready;
}

/** Whether no further run may start. */
export function isOver(request: CheckRequest): boolean {
  return request.signal?.aborted === true || request.deadline.remainingMs() <= 0;
}

function prepareFile(
  request: CheckRequest,
  path: RelPath,
  config: ValeConfigRef,
  ledger: OutcomeLedger,
): BatchFile | undefined {
  const operand = operandFor(request.root, config.folder, path);
  const inspected = inspectFile(request.io ?? nodeFileIo, diskPath(request.root, path), {
    maxFileBytes: request.maxFileBytes,
    keep: operand.route === "stdin" || isShellScript(operand.name),
    now: request.now ?? Date.now,
  });
  if (!inspected.ok) {
    ledger.fail(path, inspected.problem);
    return undefined;
  }
  const checks = request.verdicts?.checksOf(config);
  const key = checks === undefined ? undefined : verdictKey(path, inspected.value.digest, checks);
  if (key !== undefined && request.verdicts?.cache.isClean(key) === true) {
    ledger.settle({ kind: "checked", path, findings: [], cached: true });
    return undefined;
  }
  return batchFile(path, config, operand, inspected.value, key);
}

function batchFile(
  path: RelPath,
  config: ValeConfigRef,
  operand: Operand,
  inspected: InspectedFile,
  key: string | undefined,
): BatchFile {
  const family = formatFamily(operand.name);
  const alone = operand.route === "stdin" ? path : "";
  return {
    path,
    config,
    group: [config.file, config.folder, family, alone].join("\0"),
    oneFormat: family !== NATIVE_FAMILY,
    operand,
    inspected,
    bytes: inspected.bytes,
    argumentBytes: relPathBytes(path).length + 16,
    verdictKey: key,
  };
}
