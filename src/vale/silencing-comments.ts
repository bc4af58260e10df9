import { fileExtension } from "./file-extension.ts";

/** A comment that makes Vale say less about the text after it. */
export interface SilencingComment {
  /** 1-based; of its first and of its last line. */
  readonly firstLine: number;
  readonly lastLine: number;
  /** As Vale reads it: `vale off`, `vale Style.Rule = NO`. */
  readonly text: string;
}

/**
 * What Vale 3.22 takes from a comment as an order to be silent, always as a whole: everything off, a style, rule or match
 * off, or only the named styles on.
 */
const SILENCING = /^vale (?:off|.+ = (?:NO|off)|styles? = .*)$/;

const HTML = /<!--([\s\S]*?)-->/g;
/** MDX's own; a configuration may allow it in Markdown too. */
const EXPRESSION = /\{\/\*([\s\S]*?)\*\/\}/g;
const RST = /^[ \t]*\.\.[ \t]*(?:\n[ \t]+)?([^\n]*)$/gm;

/**
 * The comments in a document that turn Vale, a style or a rule off, in the forms that Vale reads in a file of this kind. In
 * Markdown what stands in a fence or a code span is an example, no comment. Source files and plain text know none.
 */
export function silencingComments(path: string, text: string): SilencingComment[] {
  if (!text.includes("vale ")) return [];
  const unix = text.replaceAll("\r\n", "\n");
  switch (fileExtension(path).toLowerCase()) {
    case ".rst":
      return found(unix, [RST]);
    case ".html":
    case ".adoc":
      return found(unix, [HTML]);
    case ".md":
    case ".mdx":
    case ".qmd":
    case ".rmd":
      return found(withoutCode(unix), [HTML, EXPRESSION]);
    default:
      return [];
  }
}

function found(text: string, forms: readonly RegExp[]): SilencingComment[] {
  const comments: SilencingComment[] = [];
  for (const form of forms) {
    for (const match of text.matchAll(form)) {
      const words = (match[1] ?? "").trim();
      if (!SILENCING.test(words)) continue;
      const firstLine = lineAt(text, match.index);
      comments.push({ firstLine, lastLine: firstLine + lines(match[0]), text: words });
    }
  }
  return comments.sort((a, b) => a.firstLine - b.firstLine);
}

/** Markdown with its fences and code spans blanked, line for line. */
function withoutCode(text: string): string {
  let fence: string | undefined;
  return text
    .split("\n")
    .map((line) => {
      const marker = /^ {0,3}(`{3,}|~{3,})/.exec(line)?.[1];
      if (fence !== undefined) {
        if (marker?.startsWith(fence) === true && line.trim() === marker) fence = undefined;
        return "";
      }
      if (marker !== undefined) {
        fence = marker;
        return "";
      }
      return line.replace(/(`+)(?!`).*?(?<!`)\1(?!`)/g, "");
    })
    .join("\n");
}

function lineAt(text: string, offset: number): number {
  return 1 + lines(text.slice(0, offset));
}

function lines(text: string): number {
  return text.split("\n").length - 1;
}
