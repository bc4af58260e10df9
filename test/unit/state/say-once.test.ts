import { describe, expect, test } from "vitest";
import { limits } from "../../../src/base/limits.ts";
import { recordLook } from "../../../src/state/record-look.ts";
import {
  isUntold,
  keepObserved,
  claimBlock,
  markBlocked,
  markSaid,
  markTold,
} from "../../../src/state/say-once.ts";
import type { CheckOwner } from "../../../src/state/session.ts";
import {
  baselineOf,
  digestOf,
  fileAt,
  freshSession,
  present,
  rel,
} from "../../support/sessions.ts";

const observed = { path: rel("a.md"), line: 1, column: 1, check: "T.Foo", severity: "warning" };

test("what was said once isn't said again", () => {
  const session = freshSession();
  expect(isUntold(session, "vale-missing")).toBe(true);
  const said = markSaid(session, ["vale-missing"]);
  expect(isUntold(said, "vale-missing")).toBe(false);
  expect(markSaid(said, ["vale-missing"])).toBe(said);
});

test("a file is told for a content; a file that is gone is passed over", () => {
  const session = recordLook(freshSession(), {
    changes: [present("a.md", "A2")],
    baseline: baselineOf({}),
  });
  const contents = new Map([
    [rel("a.md"), { digest: digestOf("A2"), as: "two findings" }],
    [rel("gone.md"), { digest: digestOf("G") }],
  ]);
  const told = markTold(session, contents);
  expect(fileAt(told, "a.md")).toMatchObject({
    toldFor: digestOf("A2"),
    toldAs: "two findings",
  });
  expect(told.files.size).toBe(1);
  expect(markTold(told, contents)).toBe(told);
});

test("blocked findings add up and are bounded", () => {
  const session = markBlocked(markBlocked(freshSession(), ["f1"]), ["f2"]);
  expect(session.blocked).toEqual(new Set(["f1", "f2"]));
  expect(markBlocked(session, ["f1"])).toBe(session);
  const many = Array.from({ length: limits.blockedFindings }, (_, index) => `g${index}`);
  const full = markBlocked(session, many);
  expect(full.blocked.size).toBe(limits.blockedFindings);
  expect(full.blocked.has("f1")).toBe(false);
});

test("observed findings are kept in order and bounded", () => {
  const session = freshSession();
  expect(keepObserved(session, [])).toBe(session);
  const many = Array.from({ length: limits.observedFindings }, () => observed);
  const newest = { ...observed, line: 2 };
  const full = keepObserved(keepObserved(session, many), [newest]);
  expect(full.observed.length).toBe(limits.observedFindings);
  expect(full.observed.at(-1)).toEqual(newest);
});

const claimant = (owner: CheckOwner, nowMs = 0, isAlive = true) => ({
  owner,
  nowMs,
  mayBeAlive: () => isAlive,
});

describe("a block that several processes are about to make", () => {
  const first = { pid: 1, startTime: "a" };
  const second = { pid: 2, startTime: "b" };
  const claimed = claimBlock(freshSession(), ["f1", "f2"], claimant(first)) ?? freshSession();

  test("is made by the first one alone", () => {
    expect(claimed.blocking?.owner).toEqual(first);
    expect(claimBlock(claimed, ["f2", "f1"], claimant(second))).toBeUndefined();
  });

  test("is made by another one for other findings", () => {
    expect(claimBlock(claimed, ["f3"], claimant(second))?.blocking?.owner).toEqual(second);
  });

  test("is taken over from a process that is gone, or that never comes to it", () => {
    const taken = [claimant(second, 0, false), claimant(second, limits.hookMs)];
    for (const by of taken) {
      expect(claimBlock(claimed, ["f1", "f2"], by)?.blocking?.owner).toEqual(second);
    }
  });

  test("is over once it was made, and isn't made again", () => {
    const blocked = markBlocked(claimed, ["f1", "f2"]);
    expect(blocked.blocking).toBeUndefined();
    expect(claimBlock(blocked, ["f2"], claimant(second))).toBeUndefined();
  });
});
