import { fileExtension } from "./file-extension.ts";

/** Extensions that every supported Vale reads with nothing but itself. */
const NATIVE: ReadonlySet<string> = new Set(
  [".md .txt .html", ".rs .py .sh .pl .js .jsx .ts .tsx .go .c .h .cpp .hpp .java .css"].flatMap(
    (line) => line.split(" "),
  ),
);

/** The family of formats that need no external parser. */
export const NATIVE_FAMILY = "native";

/**
 * Files that may share a Vale run. Vale loses the whole run when one external parser is missing or
 * broken, so every format that may need one is a family of its own: reStructuredText (rst2html),
 * AsciiDoc (asciidoctor), MDX (mdx2vast before 3.20), and whatever a project adds.
 */
export function formatFamily(path: string): string {
  const extension = fileExtension(path).toLowerCase();
  return NATIVE.has(extension) ? NATIVE_FAMILY : extension;
}
