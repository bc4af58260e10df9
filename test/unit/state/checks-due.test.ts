import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  changeChecks,
  claimDue,
  isDue,
  settle,
  type SettledCheck,
} from "../../../src/state/checks-due.ts";
import { recordLook } from "../../../src/state/record-look.ts";
import { markTold } from "../../../src/state/say-once.ts";
import type { Session } from "../../../src/state/session.ts";
import {
  baselineOf,
  digestOf,
  fileAt,
  freshSession,
  present,
  rel,
  stampOf,
} from "../../support/sessions.ts";

const me = { pid: 1, startTime: "10" };
const other = { pid: 2, startTime: "20" };
const alive = () => true;
const gone = () => false;

function edited(...paths: readonly string[]): Session {
  const changes = paths.map((path) => present(path, `text of ${path}`));
  return recordLook(freshSession(), { changes, baseline: baselineOf({}) });
}

function outcome(path: string, result: SettledCheck["result"], version = 1): SettledCheck {
  return { path: rel(path), stamp: stampOf(version), result };
}

const clean = { state: "clean" } as const;
const findings = { state: "findings", keys: ["a"], teller: undefined } as const;
const unchecked = (code: string) =>
  ({ state: "unchecked", code, timedOutAfterMs: undefined }) as const;

const paths = (claim: { claimed: readonly { path: string }[] }) =>
  claim.claimed.map((file) => file.path);

describe("claimDue", () => {
  test("claims what nobody is checking, and puts the claimer's name to it", () => {
    const claim = claimDue(edited("a.md", "b.md"), me, alive);
    expect(paths(claim)).toEqual(["a.md", "b.md"]);
    expect(fileAt(claim.session, "a.md").check).toEqual({ state: "pending", owner: me });
  });

  test("leaves a file to an owner that may be alive, and takes it over from one that is gone", () => {
    const { session } = claimDue(edited("a.md"), other, alive);
    expect(claimDue(session, me, alive)).toEqual({ session, claimed: [] });
    expect(paths(claimDue(session, me, gone))).toEqual(["a.md"]);
  });

  test("a Stop claims in any case", () => {
    const { session } = claimDue(edited("a.md"), other, alive);
    expect(paths(claimDue(session, me, alive, { evenIfOwned: true }))).toEqual(["a.md"]);
  });

  test("a process takes its own claims up again", () => {
    const { session } = claimDue(edited("a.md"), me, alive);
    expect(paths(claimDue(session, me, alive))).toEqual(["a.md"]);
  });

  test.each(["crashed", "parser-missing", "vale-missing", "not-reached", "changed-while-checked"])(
    "a file that was %s is tried again",
    (code) => {
      const session = settle(edited("a.md"), "checks-1", [outcome("a.md", unchecked(code))]);
      expect(isDue(fileAt(session, "a.md"))).toBe(true);
      expect(paths(claimDue(session, me, alive))).toEqual(["a.md"]);
    },
  );

  test.each(["timed-out", "not-utf8", "binary", "too-large", "bad-front-matter"])(
    "a file that was %s is not tried again until it or the checks change",
    (code) => {
      const session = settle(edited("a.md"), "checks-1", [outcome("a.md", unchecked(code))]);
      expect(claimDue(session, me, alive)).toEqual({ session, claimed: [] });
      expect(paths(claimDue(changeChecks(session, "checks-2"), me, alive))).toEqual(["a.md"]);
      const changes = [present("a.md", "mended", stampOf(2))];
      const mended = recordLook(session, { changes, baseline: baselineOf({}) });
      expect(paths(claimDue(mended, me, alive))).toEqual(["a.md"]);
    },
  );

  test("what is settled isn't claimed", () => {
    const session = settle(edited("a.md"), "checks-1", [outcome("a.md", clean)]);
    expect(claimDue(session, me, alive, { evenIfOwned: true }).claimed).toEqual([]);
  });
});

describe("settle", () => {
  test("a file whose stamp is still the one that was checked takes the verdict", () => {
    const session = settle(edited("a.md"), "checks-1", [outcome("a.md", findings)]);
    expect(fileAt(session, "a.md").check).toEqual(findings);
  });

  test("a file that changed meanwhile stays pending", () => {
    const session = edited("a.md");
    expect(settle(session, "checks-1", [outcome("a.md", clean, 2)])).toBe(session);
  });

  test("a file that is gone meanwhile is passed over", () => {
    const session = edited("a.md");
    expect(settle(session, "checks-1", [outcome("gone.md", clean)])).toBe(session);
  });

  test("a verdict of checks that changed meanwhile doesn't count", () => {
    const session = changeChecks(edited("a.md"), "checks-2");
    expect(settle(session, "checks-1", [outcome("a.md", clean)])).toBe(session);
  });

  test("an answer is never replaced by the lack of one, whichever comes first", () => {
    const answer = outcome("a.md", findings);
    const lack = outcome("a.md", unchecked("not-reached"));
    fc.assert(
      fc.property(fc.shuffledSubarray([answer, lack], { minLength: 2 }), (order) => {
        const session = order.reduce(
          (before, one) => settle(before, "checks-1", [one]),
          edited("a.md"),
        );
        expect(fileAt(session, "a.md").check).toEqual(findings);
      }),
    );
  });

  test("the order in which processes settle their files means nothing", () => {
    const outcomes = [
      outcome("a.md", clean),
      outcome("b.md", findings),
      outcome("c.md", unchecked("crashed")),
      outcome("d.md", clean, 2),
    ];
    const start = edited("a.md", "b.md", "c.md", "d.md");
    const atOnce = settle(start, "checks-1", outcomes);
    fc.assert(
      fc.property(fc.shuffledSubarray(outcomes, { minLength: outcomes.length }), (order) => {
        const oneByOne = order.reduce((before, one) => settle(before, "checks-1", [one]), start);
        expect(oneByOne.files).toEqual(atOnce.files);
      }),
    );
  });
});

describe("changeChecks", () => {
  test("every file is pending again and told again", () => {
    const settled = settle(edited("a.md"), "checks-1", [outcome("a.md", clean)]);
    const told = markTold(settled, new Map([[rel("a.md"), { digest: digestOf("text of a.md") }]]));
    const next = changeChecks(told, "checks-2");
    expect(fileAt(next, "a.md")).toMatchObject({
      check: { state: "pending", owner: undefined },
      toldFor: undefined,
    });
    expect(next.checks).toBe("checks-2");
  });

  test("the same checks change nothing", () => {
    const session = edited("a.md");
    expect(changeChecks(session, "checks-1")).toBe(session);
  });
});
