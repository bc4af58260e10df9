import * as fc from "fast-check";
import { describe, expect, test } from "vitest";
import { limits } from "../../../src/base/limits.ts";
import { settle } from "../../../src/state/checks-due.ts";
import { takeInFromGit } from "../../../src/state/git-origin.ts";
import type { ConfirmedChange } from "../../../src/state/confirmed-change.ts";
import { dropVanished, recordLook } from "../../../src/state/record-look.ts";
import { saysTheSame } from "../../../src/state/session-codec.ts";
import { markTold } from "../../../src/state/say-once.ts";
import {
  baselineOf,
  digestOf,
  fileAt,
  freshSession,
  present,
  rel,
  removed,
  stampOf,
} from "../../support/sessions.ts";

const baseline = baselineOf({ "a.md": "A", "b.md": "B", "twin.md": "B" });
const look = (...changes: readonly ConfirmedChange[]) => ({
  changes,
  baseline,
});

/** Where new.md inherits from after a look. */
const from = (session = freshSession(), ...changes: readonly ConfirmedChange[]) =>
  fileAt(recordLook(session, look(...changes)), "new.md").renamedFrom;

describe("recordLook", () => {
  test("a look without changes leaves the very same session", () => {
    const session = freshSession();
    expect(recordLook(session, look())).toBe(session);
  });

  test("a changed file is pending and its content is the session's own", () => {
    const next = recordLook(freshSession(), look(present("a.md", "A2")));
    expect(fileAt(next, "a.md").check).toEqual({ state: "pending", owner: undefined });
    expect(next.own).toEqual(new Set([digestOf("A2")]));
  });

  test("a file that returned to its baseline content owes nothing", () => {
    const edited = recordLook(freshSession(), look(present("a.md", "A2")));
    const back = recordLook(edited, look(present("a.md", "A", stampOf(9))));
    expect(back.files.size).toBe(0);
  });

  test("a deleted file owes nothing, and one that is made anew is pending again", () => {
    const edited = recordLook(freshSession(), look(present("new.md", "N")));
    const gone = recordLook(edited, look(removed("new.md")));
    expect(gone.files.size).toBe(0);
    expect(fileAt(recordLook(gone, look(present("new.md", "N"))), "new.md").check.state).toBe(
      "pending",
    );
  });

  test("a file that vanished between two snapshots owes nothing, though no change tells of it", () => {
    const edited = recordLook(freshSession(), look(present("new.md", "N")));
    const gone = dropVanished(edited, () => false);
    expect(gone.files.size).toBe(0);
    expect(dropVanished(edited, () => true)).toBe(edited);
  });

  test("the same content under a new stamp keeps its verdict and what was told of it", () => {
    const edited = recordLook(freshSession(), look(present("a.md", "A2", stampOf(1))));
    const result = { state: "findings", keys: ["a"], teller: undefined } as const;
    const settled = settle(edited, "checks-1", [{ path: rel("a.md"), stamp: stampOf(1), result }]);
    const told = markTold(settled, new Map([[rel("a.md"), { digest: digestOf("A2") }]]));
    const touched = recordLook(told, look(present("a.md", "A2", stampOf(2))));
    expect(fileAt(touched, "a.md")).toMatchObject({
      stamp: stampOf(2),
      check: result,
      toldFor: digestOf("A2"),
    });
    const changed = recordLook(told, look(present("a.md", "A3", stampOf(3))));
    expect(fileAt(changed, "a.md")).toMatchObject({
      check: { state: "pending" },
      toldFor: digestOf("A2"),
    });
  });

  test("what Git brought in stands for the baseline", () => {
    const git = new Map([[rel("a.md"), digestOf("pulled")]]);
    const pulled = takeInFromGit(freshSession(), { git, takenAway: new Set() });
    expect(recordLook(pulled, look(present("a.md", "pulled"))).files.size).toBe(0);
    expect(recordLook(pulled, look(present("a.md", "A2"))).files.size).toBe(1);
  });

  test("the content of the baseline owes nothing whatever Git brought in between", () => {
    const git = new Map([[rel("a.md"), digestOf("pulled")]]);
    const pulled = takeInFromGit(freshSession(), { git, takenAway: new Set() });
    const back = recordLook(pulled, look(present("a.md", "A")));
    expect(back.files.size).toBe(0);
    expect(back.fromGit.size).toBe(0);
  });

  describe("renames", () => {
    test("a new path inherits from the one removed path that had its content", () => {
      expect(from(freshSession(), removed("a.md"), present("new.md", "A"))).toBe("a.md");
      expect(from(freshSession(), present("new.md", "A"), removed("a.md"))).toBe("a.md");
    });

    test("of two removed paths that began with that content it inherits from either", () => {
      const both = [removed("twin.md"), removed("b.md"), present("new.md", "B")];
      expect(from(freshSession(), ...both)).toBe("b.md");
    });

    test("of two that only came to the same content, the inode tells, else it inherits from none", () => {
      const edited = [present("a.md", "X"), present("b.md", "X")];
      const session = recordLook(freshSession(), look(...edited));
      const moved = present("new.md", "X", stampOf(2, 78));
      expect(from(session, removed("a.md", 77), removed("b.md", 78), moved)).toBe("b.md");
      expect(from(session, removed("a.md"), removed("b.md"), moved)).toBeUndefined();
    });

    test("where neither content nor inode tell, the text that is most alike does", () => {
      const changes = [removed("a.md", 77), present("new.md", "A, edited", stampOf(2, 78))];
      const alike = new Map([[rel("new.md"), rel("a.md")]]);
      const next = recordLook(freshSession(), { ...look(...changes), alike });
      expect(fileAt(next, "new.md").renamedFrom).toBe("a.md");
    });

    test("a rename that also edited is told by the inode", () => {
      const moved = present("new.md", "A, edited", stampOf(2, 77));
      expect(from(freshSession(), removed("a.md", 77), moved)).toBe("a.md");
      expect(from(freshSession(), removed("a.md", 78), moved)).toBeUndefined();
    });

    test("a file that was edited first and then renamed inherits by the content last seen", () => {
      const edited = recordLook(freshSession(), look(present("a.md", "A2")));
      expect(from(edited, removed("a.md"), present("new.md", "A2"))).toBe("a.md");
    });

    test("a second rename inherits from where the first one did", () => {
      const once = recordLook(freshSession(), look(removed("a.md"), present("mid.md", "A")));
      expect(from(once, removed("mid.md"), present("new.md", "A"))).toBe("a.md");
    });

    test("a file that was there at the baseline keeps its own", () => {
      const next = recordLook(freshSession(), look(removed("a.md"), present("b.md", "A")));
      expect(fileAt(next, "b.md").renamedFrom).toBeUndefined();
    });

    test("an edit after the rename keeps what was inherited", () => {
      const once = recordLook(freshSession(), look(removed("a.md"), present("new.md", "A")));
      expect(from(once, present("new.md", "A2"))).toBe("a.md");
    });
  });

  test("the own contents are bounded, the oldest give way", () => {
    let session = freshSession();
    for (let version = 0; version < limits.ownContents + 10; version += 1) {
      session = recordLook(session, look(present("a.md", `version ${version}`)));
    }
    expect(session.own.size).toBe(limits.ownContents);
    expect(session.own.has(digestOf("version 9"))).toBe(false);
    expect(session.own.has(digestOf("version 10"))).toBe(true);
  });

  const anyChange: fc.Arbitrary<ConfirmedChange> = fc.oneof(
    fc
      .tuple(fc.constantFrom("a.md", "b.md", "c.md", "d.md"), fc.constantFrom("A", "B", "C"))
      .map(([path, text]) => present(path, text)),
    fc.constantFrom("a.md", "b.md", "c.md", "d.md").map((path) => removed(path)),
  );
  const anyLook = fc.uniqueArray(anyChange, { selector: (change) => change.path });

  test("the order of a look's changes means nothing", () => {
    fc.assert(
      fc.property(anyLook, anyLook, (before, changes) => {
        const session = recordLook(freshSession(), look(...before));
        const forward = recordLook(session, look(...changes));
        const backward = recordLook(session, look(...changes.toReversed()));
        expect(backward.files).toEqual(forward.files);
        expect(backward.own).toEqual(forward.own);
      }),
    );
  });

  test("looking twice at the same changes is the same as once", () => {
    fc.assert(
      fc.property(anyLook, anyLook, (before, changes) => {
        const once = recordLook(recordLook(freshSession(), look(...before)), look(...changes));
        expect(saysTheSame(recordLook(once, look(...changes)), once)).toBe(true);
      }),
    );
  });
});
