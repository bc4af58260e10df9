import { expect, test } from "vitest";

import { editedPaths } from "../../../src/clients/edited-paths.ts";

test.each([
  ["Edit", { file_path: "/w/a.md" }, ["/w/a.md"]],
  ["Write", { file_path: "a.md", content: "x" }, ["a.md"]],
  ["MultiEdit", { file_path: "/w/a.md", edits: [] }, ["/w/a.md"]],
  ["NotebookEdit", { notebook_path: "/w/n.ipynb" }, ["/w/n.ipynb"]],
  ["apply_patch", { command: "*** Add File: a.md\n+x" }, ["a.md"]],
  ["Bash", { command: "*** Add File: a.md" }, []],
  ["Read", { file_path: "/w/a.md" }, []],
  ["Edit", { file_path: 7 }, []],
  ["Edit", undefined, []],
  ["apply_patch", "text", []],
])("%s of %j edits %j", (tool, input, paths) => {
  expect(editedPaths(tool, input)).toEqual(paths);
});
