import { diskPath } from "../base/rel-path.ts";
import type { Alert, Answer } from "./answer.ts";
import { askVale, probeConfig } from "./ask-vale.ts";
import type { Batch, BatchFile } from "./batch.ts";
import type { CheckRequest } from "./check-request.ts";
import { nodeFileIo } from "./file-io.ts";
import { findingsOf } from "./findings-of.ts";
import { changeSince } from "./inspect-file.ts";
import { isolate, settleAll, type Isolation } from "./isolate.ts";
import type { OutcomeLedger } from "./outcome-ledger.ts";
import { isOver } from "./prepare-files.ts";
import type { Result } from "../base/result.ts";
import type { ValeFault } from "./vale-fault.ts";

/** Runs Vale on batches and settles their files, or tells what is to be run next to settle them. */
export class BatchCheck {
  readonly #request: CheckRequest;
  readonly #ledger: OutcomeLedger;
  /** One probe a configuration, whatever number of its batches fails. */
  readonly #probes = new Map<string, ReturnType<typeof probeConfig>>();

  constructor(request: CheckRequest, ledger: OutcomeLedger) {
    this.#request = request;
    this.#ledger = ledger;
  }

  /** The batches that are still to be run; none once every file of this one is settled. */
  async check(batch: Batch): Promise<readonly Batch[]> {
    if (isOver(this.#request)) return this.#apply(settleAll(batch, { code: "not-reached" }));
    const answer = await this.#askAbout(batch);
    if (answer.ok) {
      for (const file of batch) this.#settle(file, answer.value.get(file.operand.name) ?? []);
      return [];
    }
    const fault = await this.#explained(batch, answer.problem);
    return this.#apply(isolate(batch, fault), fault.kind === "file" || fault.kind === "unknown");
  }

  #askAbout(batch: Batch): Promise<Result<Answer, ValeFault>> {
    const [{ operand, config, inspected }] = batch;
    return operand.route === "stdin"
      ? askVale(this.#request, config, {
          kind: "text",
          name: operand.name,
          text: inspected.content ?? Buffer.alloc(0),
        })
      : askVale(this.#request, config, {
          kind: "files",
          names: batch.map((file) => file.operand.name),
        });
  }

  /** Where it isn't clear what is at fault, an empty text tells whether it is Vale or its configuration. */
  async #explained(batch: Batch, fault: ValeFault): Promise<ValeFault> {
    if (fault.kind !== "unknown") return fault;
    const [{ config }] = batch;
    const key = `${config.file}\0${config.folder}`;
    const probe = this.#probes.get(key) ?? probeConfig(this.#request, config);
    this.#probes.set(key, probe);
    return (await probe) ?? fault;
  }

  #settle(file: BatchFile, alerts: readonly Alert[]): void {
    const changed = this.#changed(file);
    if (changed !== undefined) {
      this.#ledger.fail(file.path, changed);
      return;
    }
    const findings = findingsOf(file.path, alerts, file.inspected);
    if (findings.length === 0 && file.verdictKey !== undefined) {
      this.#request.verdicts?.cache.rememberClean(file.verdictKey);
    }
    this.#ledger.settle({ kind: "checked", path: file.path, findings, cached: false });
  }

  /** A file that changed meanwhile is told as such: what Vale said of it may no longer hold. */
  #apply(isolation: Isolation, mayHaveChanged = false): readonly Batch[] {
    for (const { file, problem } of isolation.settled) {
      this.#ledger.fail(file.path, (mayHaveChanged ? this.#changed(file) : undefined) ?? problem);
    }
    return isolation.next;
  }

  #changed(file: BatchFile): ReturnType<typeof changeSince> {
    const path = diskPath(this.#request.root, file.path);
    return changeSince(this.#request.io ?? nodeFileIo, path, file.inspected);
  }
}
