import { expect, test } from "vitest";

import { listedPaths } from "../../../src/scope/listed-paths.ts";
import { unreadableFolders } from "../../../src/scope/listing.ts";

test("folders that Git could not open are read from its warnings", () => {
  const words = [
    "warning: could not open directory 'it's locked/': Permission denied",
    "warning: unable to access '/home/x/.config/git/ignore': Permission denied",
    "warning: could not open directory 'far/away/': Input/output error",
    "",
  ].join("\n");
  expect(unreadableFolders(words)).toEqual([
    { code: "folder-unreadable", path: "it's locked", errno: "EACCES" },
    { code: "folder-unreadable", path: "far/away", errno: "Input/output error" },
  ]);
});

test("a listing is read without nested repositories and repeated conflict stages", () => {
  expect(listedPaths(Buffer.from("inner/\0b.md\0a.md\0a.md\0a.md\0c.md\0"))).toEqual([
    "b.md",
    "a.md",
    "c.md",
  ]);
  expect(listedPaths(Buffer.from(""))).toEqual([]);
});

test("one name that is not UTF-8 leaves all others as they are", () => {
  const bytes = Buffer.concat([
    Buffer.from("é.md\0l"),
    Buffer.from([0xe9]),
    Buffer.from(".md\0inner/\0\uFFFD.md\0"),
  ]);
  expect(listedPaths(bytes)).toEqual(["é.md", "l\udce9.md", "\uFFFD.md"]);
});

test("words that Git cut, for the path is too long, name a folder all the same", () => {
  const start = "d/".repeat(2_000);
  expect(unreadableFolders(`warning: could not open directory '${start}\n`)).toEqual([
    { code: "folder-unreadable", path: start.slice(0, -1), errno: "ENAMETOOLONG" },
  ]);
});
