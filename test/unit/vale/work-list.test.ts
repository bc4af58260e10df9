import { expect, test } from "vitest";
import { workThrough } from "../../../src/vale/work-list.ts";

test("work that comes up on the way is done too", async () => {
  const done: number[] = [];
  await workThrough([16, 3], 2, async (size) => {
    await Promise.resolve();
    done.push(size);
    return size > 1 ? [Math.floor(size / 2), Math.ceil(size / 2)] : [];
  });
  expect(done.filter((size) => size === 1)).toHaveLength(19);
});

test("no more than the given number of works run at once, and all lanes are used", async () => {
  let running = 0;
  let most = 0;
  await workThrough([0], 3, async (depth) => {
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setTimeout(resolve, 1));
    running -= 1;
    return depth < 4 ? [depth + 1, depth + 1] : [];
  });
  expect(most).toBe(3);
});

test("nothing to do ends at once, and a bug in the work comes out", async () => {
  await workThrough([], 2, () => Promise.reject(new Error("never called")));
  await expect(workThrough([1, 2], 1, () => Promise.reject(new Error("bug")))).rejects.toThrow(
    "bug",
  );
});
