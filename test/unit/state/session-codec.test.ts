import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { textDigest } from "../../../src/base/digest.ts";
import { joinHeader, splitHeader } from "../../../src/state/session-header.ts";
import { newSession } from "../../../src/state/new-session.ts";
import {
  decodeSession,
  encodeSession,
  generationOf,
  saysTheSame,
} from "../../../src/state/session-codec.ts";
import { anySession } from "../../support/session-arbitraries.ts";

const fresh = newSession({
  startedAtMs: 1,
  startedBy: "pre-tool-use",
  head: undefined,
  checks: "c",
});

describe("session codec", () => {
  test("any session survives a round trip, lone surrogates in paths and all", () => {
    fc.assert(
      fc.property(anySession, (session) => {
        expect(decodeSession(encodeSession(session))).toEqual({ ok: true, value: session });
      }),
    );
  });

  test("the header says whether a file waits for its check", () => {
    fc.assert(
      fc.property(anySession, (session) => {
        const split = splitHeader(encodeSession(session));
        const pending = [...session.files.values()].some(({ check }) => check.state === "pending");
        if (pending) expect(split).toMatchObject({ header: { owes: true } });
        if (session.files.size === 0) {
          const remains = session.checksChanged.size > 0;
          expect(split).toMatchObject({ header: { owes: session.hasNews, remains } });
        }
      }),
    );
  });

  test("a file cut short at any byte is damaged", () => {
    fc.assert(
      fc.property(anySession, (session) => {
        const bytes = encodeSession(session);
        for (let length = 0; length < bytes.length; length += 1) {
          expect(decodeSession(bytes.subarray(0, length))).toEqual({
            ok: false,
            problem: { fault: "damaged" },
          });
        }
      }),
      { numRuns: 20 },
    );
  });

  test("a flipped bit anywhere is never read as a session", () => {
    const bytes = encodeSession(fresh);
    for (let bit = 0; bit < bytes.length * 8; bit += 1) {
      const flipped = Buffer.from(bytes);
      flipped[bit >> 3] = (flipped[bit >> 3] ?? 0) ^ (1 << (bit & 7));
      expect(decodeSession(flipped).ok, `bit ${bit}`).toBe(false);
      expect(generationOf(flipped), `bit ${bit}`).toBeUndefined();
    }
  });

  test("another version is told from damage, whatever follows", () => {
    const future = Buffer.from('{"version":2,"something":"else"}\nanything');
    expect(decodeSession(future)).toEqual({
      ok: false,
      problem: { fault: "version", version: 2 },
    });
  });

  test("any bytes at all give an answer", () => {
    fc.assert(
      fc.property(fc.uint8Array(), (bytes) => {
        expect(decodeSession(Buffer.from(bytes)).ok).toBe(false);
      }),
    );
  });

  test("a body that a right checksum covers still has to have the right shape", () => {
    fc.assert(
      fc.property(fc.json(), (body) => {
        const header = { generation: 1, owes: false, remains: false };
        const bodyDigest = textDigest(body);
        const bytes = joinHeader({ header, body: Buffer.from(body), bodyDigest });
        expect(decodeSession(bytes)).toEqual({ ok: false, problem: { fault: "damaged" } });
      }),
    );
  });

  test("sessions that differ in their generation alone say the same", () => {
    expect(saysTheSame(fresh, { ...fresh, generation: 7 })).toBe(true);
    expect(saysTheSame(fresh, { ...fresh, checks: "d" })).toBe(false);
  });
});
