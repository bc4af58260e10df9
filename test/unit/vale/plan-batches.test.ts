import * as fc from "fast-check";
import { expect, test } from "vitest";
import { planBatches, type Weighed } from "../../../src/vale/plan-batches.ts";

function files(count: number, bytes: (index: number) => number): Weighed[] {
  return Array.from({ length: count }, (_, index) => ({ bytes: bytes(index), argumentBytes: 40 }));
}

function bytesOf(batch: readonly Weighed[]): number {
  return batch.reduce((total, file) => total + file.bytes, 0);
}

const anyGroups = fc.array(
  fc.array(
    fc.record({
      bytes: fc.integer({ min: 0, max: 1024 * 1024 }),
      argumentBytes: fc.integer({ min: 1, max: 4096 }),
    }),
    { maxLength: 120 },
  ),
  { maxLength: 4 },
);

test("every file is in exactly one batch, within all bounds, and groups never meet", () => {
  fc.assert(
    fc.property(
      anyGroups,
      fc.integer({ min: 1, max: 8 }),
      fc.integer({ min: 1, max: 60 }),
      (groups, jobs, maxFiles) => {
        const batches = planBatches(groups, { jobs, files: maxFiles });
        expect(new Set(batches.flat())).toEqual(new Set(groups.flat()));
        expect(batches.flat()).toHaveLength(groups.flat().length);
        for (const batch of batches) {
          expect(batch.length).toBeGreaterThan(0);
          expect(batch.length).toBeLessThanOrEqual(maxFiles);
          expect(groups.filter((group) => batch.some((file) => group.includes(file)))).toHaveLength(
            1,
          );
          const argumentBytes = batch.reduce((total, file) => total + file.argumentBytes, 0);
          expect(batch.length === 1 || argumentBytes <= 96 * 1024).toBe(true);
          expect(batch.length === 1 || bytesOf(batch) <= 2 * 1024 * 1024).toBe(true);
        }
      },
    ),
  );
});

test("200 pages on two lanes become batches that differ by less than a page", () => {
  const pages = files(200, (index) => 2_000 + ((index * 7919) % 30_000));
  const sizes = planBatches([pages], { jobs: 2, files: 50 }).map(bytesOf);
  expect(sizes.length).toBeGreaterThanOrEqual(4);
  expect(Math.max(...sizes) - Math.min(...sizes)).toBeLessThan(32_000);
});

test("the largest batch comes first", () => {
  const groups = [files(3, () => 1_000), files(40, () => 9_000), files(2, () => 500_000)];
  const sizes = planBatches(groups, { jobs: 2, files: 50 }).map(bytesOf);
  expect(sizes).toEqual(sizes.toSorted((a, b) => b - a));
});

test("a few small files share one process", () => {
  expect(planBatches([files(8, () => 1_000)], { jobs: 8, files: 50 })).toHaveLength(1);
});

test("a few large files take every lane", () => {
  expect(
    planBatches([files(8, () => 200_000)], { jobs: 4, files: 50 }).length,
  ).toBeGreaterThanOrEqual(4);
});

test("no files, no batch", () => {
  expect(planBatches([[], []], { jobs: 2, files: 50 })).toEqual([]);
});
