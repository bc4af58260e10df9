import { readdirSync, readFileSync } from "node:fs";
import { join, sep } from "node:path";
import { expect, test } from "vitest";
import { projectRoot } from "../../support/project-root.ts";

const page = readFileSync(join(projectRoot, "docs/architecture.md"), "utf8");

test("docs/architecture.md has one line for every file of src, and none for another", () => {
  const [, listing = ""] = page.split("## Every file");
  const listed = listing
    .split(/^### /m)
    .slice(1)
    .flatMap((section) => {
      const folder = section.slice(0, section.indexOf("\n"));
      return [...section.matchAll(/^- `([^`]+)`: \S/gm)].map(([, name]) => `${folder}/${name}`);
    });
  const files = readdirSync(join(projectRoot, "src"), { recursive: true, encoding: "utf8" })
    .filter((path) => path.endsWith(".ts"))
    .map((path) => path.replaceAll(sep, "/"));
  expect(listed.toSorted()).toEqual(files.toSorted());
});
