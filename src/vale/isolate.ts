import type { Problem } from "../base/problem.ts";
import { asBatch, type Batch, type BatchFile } from "./batch.ts";
import { problemOfFault } from "./problem-of-fault.ts";
import type { ValeFault } from "./vale-fault.ts";

/** What follows from a run that failed: what is settled by it, and what is to be run next. */
export interface Isolation {
  readonly settled: readonly { readonly file: BatchFile; readonly problem: Problem }[];
  readonly next: readonly Batch[];
}

/**
 * Decides how to get at the files that are not to blame for a failed run.
 *
 * - A file that Vale names is set apart; those before and behind it run on their own (Vale reads its
 *   operands in order, so those before it are likely good).
 * - What concerns all (configuration, a missing parser of the one format) settles all, without a split.
 * - A run that took too long isn't halved: each file runs alone, the smallest first, so that one slow
 *   file holds up as few as possible. Only one that had `limits.aloneMs` alone is `timed-out`.
 * - Else the batch is halved until the file at fault stands alone: 2·⌈log₂ n⌉ further runs a fault.
 *
 * Pure.
 */
export function isolate(batch: Batch, fault: ValeFault): Isolation {
  switch (fault.kind) {
    case "ended":
    case "whole":
      return settleAll(batch, problemOfFault(fault));
    case "parser":
      return batch[0].oneFormat ? settleAll(batch, fault.problem) : halve(batch, fault.problem);
    case "file":
      return setApart(batch, fault.operand, fault.problem);
    case "time":
      return runAlone(batch, fault);
    case "unknown":
      return halve(batch, fault.problem);
  }
}

/** One problem for every file of a batch. */
export function settleAll(batch: Batch, problem: Problem): Isolation {
  return { settled: batch.map((file) => ({ file, problem })), next: [] };
}

function setApart(batch: Batch, operand: string, problem: Problem): Isolation {
  const at = batch.findIndex((file) => file.operand.name === operand);
  const file = batch[at];
  if (file === undefined) return halve(batch, problem);
  const next = batches(batch.slice(0, at), batch.slice(at + 1));
  return { settled: [{ file, problem }], next };
}

function runAlone(batch: Batch, fault: ValeFault): Isolation {
  if (batch.length === 1) return settleAll(batch, problemOfFault(fault));
  const smallestFirst = batch.toSorted((a, b) => a.bytes - b.bytes);
  return { settled: [], next: smallestFirst.map((file) => [file]) };
}

function halve(batch: Batch, problem: Problem): Isolation {
  if (batch.length === 1) return settleAll(batch, problem);
  const middle = Math.ceil(batch.length / 2);
  return { settled: [], next: batches(batch.slice(0, middle), batch.slice(middle)) };
}

function batches(...lists: readonly (readonly BatchFile[])[]): Batch[] {
  return lists.map(asBatch).filter((batch) => batch !== undefined);
}
