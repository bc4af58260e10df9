import { describe, expect, test } from "vitest";

import { patchedPaths } from "../../../src/clients/apply-patch.ts";

function patch(...lines: string[]): string {
  return ["*** Begin Patch", ...lines, "*** End Patch", ""].join("\n");
}

describe("patchedPaths", () => {
  test("names what is added, updated, deleted and moved to, in order", () => {
    const text = patch(
      "*** Add File: docs/new page.md",
      "+text",
      "*** Update File: old.md",
      "*** Move to: sub/renamed.md",
      "@@ heading",
      " kept",
      "-gone",
      "+come",
      "*** Delete File: dead.md",
    );
    expect(patchedPaths(text)).toEqual(["docs/new page.md", "old.md", "sub/renamed.md", "dead.md"]);
  });

  test("takes no line of content for a header", () => {
    const text = patch(
      "*** Add File: a.md",
      "+*** Delete File: not-this.md",
      "*** Update File: b.md",
      " *** Add File: nor-this.md",
      "@@",
      " *** Update File: nor-that.md",
      "-*** Delete File: gone.md",
    );
    expect(patchedPaths(text)).toEqual(["a.md", "b.md"]);
  });

  test("finds a header behind blanks, as the client does", () => {
    expect(patchedPaths(patch("  *** Update File: .vale.ini", "@@", "-a", "+b"))).toEqual([
      ".vale.ini",
    ]);
  });

  test("reads Windows line ends, names each path once, and an odd text as none", () => {
    expect(patchedPaths("*** Begin Patch\r\n*** Add File: a.md\r\n+x\r\n*** End Patch")).toEqual([
      "a.md",
    ]);
    expect(patchedPaths(patch("*** Delete File: a.md", "*** Add File: a.md", "+x"))).toEqual([
      "a.md",
    ]);
    expect(patchedPaths("")).toEqual([]);
    expect(patchedPaths("*** Add File: ")).toEqual([]);
  });
});
