import { sep } from "node:path";
import { hasEscapedBytes, type RelPath } from "../base/rel-path.ts";
import { fileExtension } from "./file-extension.ts";

/** How one file is handed to Vale. */
export interface Operand {
  readonly path: RelPath;
  /**
   * The name that Vale knows the file by, relative to the configuration's folder and without `./`: as
   * Vale prints it, and as its sections match it.
   */
  readonly name: string;
  /** `stdin` where Vale would take the file's own name wrongly. */
  readonly route: "operand" | "stdin";
}

/**
 * Extensions that Vale only knows in lower case. With another case it reads the file as plain text and
 * matches no `[*.md]` section, so that the file would look clean.
 */
const KNOWN: ReadonlySet<string> = new Set(
  ".md .mdx .txt .rst .adoc .html .rs .py .sh .pl .js .jsx .ts .tsx .go .c .h .cpp .hpp .java .css".split(
    " ",
  ),
);

/**
 * How a file is handed to Vale from a working folder. Names that Vale would mistake (an extension in
 * upper case, bytes that are not UTF-8) go through standard input under a name it reads right.
 *
 * @param root absolute workspace root
 * @param folder absolute working folder of the run, at or above the file where its sections are to match
 * @param separator the platform's
 */
export function operandFor(
  root: string,
  folder: string,
  path: RelPath,
  separator: "/" | "\\" = sep,
): Operand {
  const name = relativeName(segments(root, separator), segments(folder, separator), path);
  const extension = fileExtension(name);
  const lower = extension.toLowerCase();
  if (extension !== lower && KNOWN.has(lower)) {
    const stem = name.slice(0, name.length - extension.length);
    return { path, name: readable(stem) + lower, route: "stdin" };
  }
  if (hasEscapedBytes(name)) return { path, name: readable(name), route: "stdin" };
  return { path, name, route: "operand" };
}

/** A name as an argument can carry it: what isn't UTF-8 becomes U+FFFD. */
function readable(name: string): string {
  return Buffer.from(name, "utf8").toString("utf8");
}

function relativeName(root: readonly string[], folder: readonly string[], path: RelPath): string {
  const absolute = root.concat(path.split("/"));
  let shared = 0;
  while (shared < folder.length && folder[shared] === absolute[shared]) shared += 1;
  const upwards = Array<string>(folder.length - shared).fill("..");
  return [...upwards, ...absolute.slice(shared)].join("/");
}

function segments(path: string, separator: "/" | "\\"): string[] {
  return path.split(separator === "/" ? "/" : /[\\/]/).filter((part) => part !== "");
}
