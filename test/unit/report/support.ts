import type { RelPath } from "../../../src/base/rel-path.ts";
import type { Finding } from "../../../src/vale/finding.ts";

/** A finding with defaults for what a test doesn't care about. */
export function finding(given: Partial<Omit<Finding, "path">> & { path?: string } = {}): Finding {
  const path = (given.path ?? "docs/a.md") as RelPath;
  return {
    line: 1,
    column: 1,
    endColumn: 7,
    severity: "warning",
    check: "T.Foo",
    message: "Don't use 'foobad'.",
    match: "foobad",
    link: "",
    suggestions: [],
    action: { name: "", params: [] },
    ...given,
    path,
  };
}

export function relPath(path: string): RelPath {
  return path as RelPath;
}
