import * as fc from "fast-check";
import { expect, test } from "vitest";
import type { RelPath } from "../../../src/base/rel-path.ts";
import { asBatch, type Batch, type BatchFile } from "../../../src/vale/batch.ts";
import { isolate } from "../../../src/vale/isolate.ts";
import type { ValeFault } from "../../../src/vale/vale-fault.ts";

function file(index: number, oneFormat = false): BatchFile {
  const path = `f${index}.md` as RelPath;
  return {
    path,
    config: { file: "/w/.vale.ini", folder: "/w" },
    group: "g",
    oneFormat,
    operand: { path, name: path, route: "operand" },
    inspected: {
      bytes: 1,
      digest: "" as never,
      hasByteOrderMark: false,
      content: undefined,
      facts: { isFile: true, bytes: 1, stamp: "", changedMs: 0 },
      inspectedMs: 0,
    },
    bytes: 100 - index,
    argumentBytes: 10,
    verdictKey: undefined,
  };
}

function batchOf(count: number, oneFormat = false): Batch {
  const batch = asBatch(Array.from({ length: count }, (_, index) => file(index, oneFormat)));
  if (batch === undefined) throw new Error("no files");
  return batch;
}

const crash: ValeFault = { kind: "unknown", problem: { code: "crashed", words: "panic" } };
const noParser: ValeFault = {
  kind: "parser",
  problem: { code: "parser-missing", parser: "rst2html", words: "" },
};

/** Plays Vale: a run dies of the first bad file. Returns the runs after the first, and what was settled how. */
function play(start: Batch, bad: ReadonlySet<string>, faultOf: (path: string) => ValeFault) {
  const good = new Set<string>();
  const faulty: string[] = [];
  let runs = 0;
  const queue = [start];
  for (let batch = queue.shift(); batch !== undefined; batch = queue.shift()) {
    runs += 1;
    const culprit = batch.find((candidate) => bad.has(candidate.path));
    if (culprit === undefined) for (const each of batch) good.add(each.path);
    else {
      const isolation = isolate(batch, faultOf(culprit.path));
      faulty.push(...isolation.settled.map((settled) => settled.file.path));
      queue.push(...isolation.next);
    }
  }
  return { runs: runs - 1, good, faulty };
}

const someBad = fc.uniqueArray(fc.integer({ min: 0, max: 49 }), { maxLength: 12 });

test("whatever files crash Vale, they alone are settled as faults, each once", () => {
  fc.assert(
    fc.property(someBad, (indexes) => {
      const bad = new Set(indexes.map((index) => `f${index}.md`));
      const { runs, good, faulty } = play(batchOf(50), bad, () => crash);
      expect(faulty.toSorted()).toEqual([...bad].toSorted());
      expect(good.size).toBe(50 - bad.size);
      expect(runs).toBeLessThanOrEqual(bad.size * (2 * Math.ceil(Math.log2(50)) + 2));
    }),
  );
});

test("a file that Vale names costs two further runs at most, and the others keep their order", () => {
  fc.assert(
    fc.property(someBad, (indexes) => {
      const bad = new Set(indexes.map((index) => `f${index}.md`));
      const { runs, faulty } = play(batchOf(50), bad, (path) => ({
        kind: "file",
        operand: path,
        problem: { code: "bad-front-matter", words: "" },
      }));
      expect(faulty.toSorted()).toEqual([...bad].toSorted());
      expect(runs).toBeLessThanOrEqual(2 * bad.size);
    }),
  );
});

test("a fault of the configuration settles all files and splits none", () => {
  const fault: ValeFault = {
    kind: "whole",
    problem: { code: "vale-config-broken", config: "/w/.vale.ini", words: "" },
  };
  const isolation = isolate(batchOf(50), fault);
  expect(isolation.next).toEqual([]);
  expect(isolation.settled).toHaveLength(50);
});

test("a parser that is missing for the one format of a batch is missing for all of it", () => {
  expect(isolate(batchOf(9, true), noParser)).toMatchObject({ next: [] });
  expect(isolate(batchOf(9, true), noParser).settled).toHaveLength(9);
});

test("a parser that is missing for one of several formats is looked for", () => {
  expect(isolate(batchOf(9), noParser).settled).toEqual([]);
  expect(isolate(batchOf(9), noParser).next).toHaveLength(2);
});

test("a batch that took too long is not halved: its files run alone, the smallest first", () => {
  const { next, settled } = isolate(batchOf(5), { kind: "time", afterMs: 20_000 });
  expect(settled).toEqual([]);
  expect(next.map((batch) => batch.map((each) => each.path))).toEqual([
    ["f4.md"],
    ["f3.md"],
    ["f2.md"],
    ["f1.md"],
    ["f0.md"],
  ]);
});

test.each([
  [4_999, "not-reached"],
  [5_000, "timed-out"],
  [20_000, "timed-out"],
])("a file that had %i ms alone is %s", (afterMs, code) => {
  const { settled } = isolate(batchOf(1), { kind: "time", afterMs });
  expect(settled.map((each) => each.problem.code)).toEqual([code]);
});

test("what the caller ended is not reached", () => {
  const { settled, next } = isolate(batchOf(3), { kind: "ended" });
  expect(settled.map((each) => each.problem.code)).toEqual([
    "not-reached",
    "not-reached",
    "not-reached",
  ]);
  expect(next).toEqual([]);
});
