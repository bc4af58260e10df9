import { expect, test } from "vitest";

import { statusJson, statusLines } from "../../../src/cli/status-output.ts";
import type { SessionSummary } from "../../../src/state/list-sessions.ts";

const now = Date.UTC(2026, 0, 2, 12);
const minute = 60_000;

function session(name: string, more: Partial<SessionSummary> = {}): SessionSummary {
  return {
    name: name.padEnd(32, "0"),
    lastWriteMs: now - 5 * minute,
    known: {
      startedAtMs: now - 90 * minute,
      changed: 3,
      pending: 1,
      verdict: "incomplete",
      observed: [],
    },
    ...more,
  };
}

test("each session is one row of a table, with the command that checks it", () => {
  const sessions = [
    session("3f2a9c1b"),
    session("77", { known: undefined, lastWriteMs: now - 3 * 24 * 60 * minute }),
  ];
  expect(statusLines("/work/book", sessions, now)).toEqual([
    "Sessions in /work/book, the latest first:",
    "",
    "session   last event  baseline  changed  pending  last verdict",
    "3f2a9c1b  5 min ago   1 h ago   3        1        incomplete",
    "77000000  3 days ago  -         -        -        can't be read; its next event sets it aside",
    "",
    "valehook scan --session 3f2a9c1b checks what a session changed.",
  ]);
});

test("names that begin alike are shown as far as they differ", () => {
  const lines = statusLines("/w", [session("3f2a9c1b01"), session("3f2a9c1b02")], now);
  expect(lines[3]).toMatch(/^3f2a9c1b01 {2}/);
  expect(lines[4]).toMatch(/^3f2a9c1b02 {2}/);
});

test("without a session it says how one comes to be", () => {
  expect(statusLines("/w", [], now).join("\n")).toContain("valehook install");
});

test("as JSON a session has its whole name and times that every language reads", () => {
  expect(
    statusJson("/w", "/w/.git/vale-state", [session("3f"), session("a", { known: undefined })]),
  ).toMatchInlineSnapshot(`
    {
      "root": "/w",
      "schema": 1,
      "sessions": [
        {
          "baselineAt": "2026-01-02T10:30:00.000Z",
          "changed": 3,
          "lastEventAt": "2026-01-02T11:55:00.000Z",
          "name": "3f000000000000000000000000000000",
          "observed": [],
          "pending": 1,
          "usable": true,
          "verdict": "incomplete",
        },
        {
          "lastEventAt": "2026-01-02T11:55:00.000Z",
          "name": "a0000000000000000000000000000000",
          "usable": false,
        },
      ],
      "stateFolder": "/w/.git/vale-state",
    }
  `);
});
