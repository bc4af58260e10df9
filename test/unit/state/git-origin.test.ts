import { describe, expect, test } from "vitest";
import { moveHead, originsOf, takeInFromGit } from "../../../src/state/git-origin.ts";
import { recordLook } from "../../../src/state/record-look.ts";
import {
  baselineOf,
  digestOf,
  freshSession,
  present,
  rel,
  removed,
} from "../../support/sessions.ts";

const headHas = (texts: Readonly<Record<string, string>>) =>
  new Map(Object.entries(texts).map(([path, text]) => [rel(path), digestOf(text)]));

const nothing = { headBlobs: headHas({}), committed: new Set<never>() };
const change = present("a.md", "pulled");

describe("originsOf", () => {
  test("a file that equals HEAD and was never the session's is Git's", () => {
    const known = { ...nothing, headBlobs: headHas({ "a.md": "pulled" }) };
    expect(originsOf(freshSession(), [change], known)).toEqual({
      git: new Map([[change.path, change.digest]]),
      session: [],
    });
  });

  test("a file that differs from HEAD, or that HEAD doesn't have, is the session's", () => {
    const differs = { ...nothing, headBlobs: headHas({ "a.md": "else" }) };
    expect(originsOf(freshSession(), [change], differs).session).toEqual([change]);
    expect(originsOf(freshSession(), [change], nothing).session).toEqual([change]);
  });

  test("a content that was seen as the session's stays so after it was committed", () => {
    const edited = recordLook(freshSession(), {
      changes: [change],
      baseline: baselineOf({}),
    });
    const known = { ...nothing, headBlobs: headHas({ "a.md": "pulled" }) };
    expect(originsOf(edited, [change], known).session).toEqual([change]);
    expect(originsOf({ ...edited, own: new Set() }, [change], known).session).toEqual([change]);
  });

  test("a content that only a commit of the session brought is the session's, though no look saw it", () => {
    const known = {
      headBlobs: headHas({ "a.md": "pulled" }),
      committed: new Set([digestOf("pulled")]),
    };
    expect(originsOf(freshSession(), [change], known).session).toEqual([change]);
  });

  test("a deletion is passed on", () => {
    const gone = removed("a.md");
    expect(originsOf(freshSession(), [gone], nothing).session).toEqual([gone]);
  });
});

describe("takeInFromGit", () => {
  test("a file that Git overwrote owes nothing any more", () => {
    const edited = recordLook(freshSession(), {
      changes: [present("a.md", "mine")],
      baseline: baselineOf({ "a.md": "A" }),
    });
    const next = takeInFromGit(edited, headHas({ "a.md": "pulled" }));
    expect(next.files.size).toBe(0);
    expect(next.fromGit).toEqual(headHas({ "a.md": "pulled" }));
  });

  test("nothing brought in changes nothing", () => {
    const session = freshSession();
    expect(takeInFromGit(session, new Map())).toBe(session);
  });
});

test("HEAD that stands still changes nothing", () => {
  const head = { commit: "c1", reflogBytes: 7 };
  const session = freshSession({ head });
  expect(moveHead(session, { ...head })).toBe(session);
  expect(moveHead(session, { ...head, reflogBytes: 8 }).head?.reflogBytes).toBe(8);
  expect(moveHead(session, undefined).head).toBeUndefined();
});
