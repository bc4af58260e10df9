import { PassThrough } from "node:stream";
import { expect, test } from "vitest";
import { startProgress } from "../../../src/cli/progress.ts";

function stream(isTTY: boolean) {
  const through = Object.assign(new PassThrough(), { isTTY, columns: 100 });
  return { through, text: () => String(through.read() ?? "") };
}

function clock() {
  let ms = 0;
  return { now: () => ms, pass: (by: number) => (ms += by) };
}

test("a terminal gets a bar with files, rate and time left, and it is cleared", () => {
  const { through, text } = stream(true);
  const { now, pass } = clock();
  const progress = startProgress("auto", through, now);
  progress.update(0, 100);
  pass(1_000);
  progress.update(20, 100);
  progress.stop();
  expect(text()).toMatch(/━+─+ 20\/100 files · 20 files\/s · 4 s left/);
});

test("elsewhere nothing is written unless it is asked for", () => {
  const { through, text } = stream(false);
  const { now, pass } = clock();
  const progress = startProgress("auto", through, now);
  pass(60_000);
  progress.update(20, 100);
  progress.stop();
  expect(text()).toBe("");
});

test("elsewhere `always` writes a plain line every few seconds, none of them after the end", () => {
  const { through, text } = stream(false);
  const { now, pass } = clock();
  const progress = startProgress("always", through, now);
  for (let done = 1; done <= 10; done++) {
    pass(1_000);
    progress.update(done, 200);
  }
  progress.stop();
  pass(10_000);
  progress.update(200, 200);
  expect(text()).toBe(
    [
      "3/200 files · 1.0 files/s · 3 min 17 s left",
      "6/200 files · 1.0 files/s · 3 min 14 s left",
      "9/200 files · 1.0 files/s · 3 min 11 s left",
      "",
    ].join("\n"),
  );
});

test("`never` is silent on a terminal too", () => {
  const { through, text } = stream(true);
  const progress = startProgress("never", through);
  progress.update(1, 2);
  progress.stop();
  expect(text()).toBe("");
});
