import { describe, expect, test } from "vitest";
import { originsOf, takeInFromGit } from "../../../src/state/git-origin.ts";
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
      takenAway: new Set(),
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
    const next = takeInFromGit(edited, {
      git: headHas({ "a.md": "pulled" }),
      takenAway: new Set(),
    });
    expect(next.files.size).toBe(0);
    expect(next.fromGit).toEqual(headHas({ "a.md": "pulled" }));
  });

  test("a file that Git brought in and took away again has no baseline any more", () => {
    const pulled = freshSession({ fromGit: headHas({ "a.md": "pulled", "b.md": "pulled" }) });
    const known = { ...nothing, headBlobs: headHas({ "b.md": "pulled" }) };
    const origins = originsOf(pulled, [removed("a.md"), removed("b.md")], known);
    expect(takeInFromGit(pulled, origins).fromGit).toEqual(headHas({ "b.md": "pulled" }));
  });

  test("nothing brought in changes nothing", () => {
    const session = freshSession();
    expect(takeInFromGit(session, { git: new Map(), takenAway: new Set() })).toBe(session);
  });
});
