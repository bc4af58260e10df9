import { parse, parseTree, printParseErrorCode } from "jsonc-parser";
import type { Node, ParseError } from "jsonc-parser";

import { failure, success } from "../base/result.ts";
import type { Result } from "../base/result.ts";

export const BYTE_ORDER_MARK = "\uFEFF";

/**
 * The value of settings text; empty text is an empty object. `plain`: refuses comments and trailing commas too, for
 * a client that would ignore the whole file for them. Fails with a description that names the line.
 */
export function parseSettingsText(
  text: string,
  { plain }: { readonly plain: boolean },
): Result<unknown, string> {
  const body = withoutMark(text);
  if (body.trim() === "") return success({});
  const errors: ParseError[] = [];
  const options = { disallowComments: plain, allowTrailingComma: !plain };
  const value: unknown = parse(body, errors, options);
  const [error] = errors;
  if (error !== undefined) {
    const line = lineAt(body, error.offset);
    return failure(`line ${line}: ${describe(printParseErrorCode(error.error))}`);
  }
  const twice = repeatedKey(parseTree(body, [], options));
  if (twice !== undefined) {
    return failure(`line ${lineAt(body, twice.offset)}: ${twice.key} is there twice`);
  }
  return success(value);
}

/** Text without a byte order mark at its start. */
export function withoutMark(text: string): string {
  return text.startsWith(BYTE_ORDER_MARK) ? text.slice(1) : text;
}

function lineAt(text: string, offset: number): number {
  return text.slice(0, offset).split("\n").length;
}

function describe(code: string): string {
  switch (code) {
    case "InvalidCommentToken":
      return "it has a comment, and the client reads plain JSON only";
    case "PropertyNameExpected":
    case "ValueExpected":
      return "a value or a name is missing (a trailing comma?)";
    case "EndOfFileExpected":
      return "it goes on after its end";
    default:
      return code.replaceAll(
        /([a-z])([A-Z])/g,
        (_, a: string, b: string) => `${a} ${b.toLowerCase()}`,
      );
  }
}

/** A key that an object on the way to the hooks has twice: readers differ in which one counts. */
function repeatedKey(root: Node | undefined): { key: string; offset: number } | undefined {
  if (root === undefined) return undefined;
  const seen = new Set<string>();
  for (const property of root.type === "object" ? (root.children ?? []) : []) {
    const [name, value] = property.children ?? [];
    const key = String(name?.value);
    if (seen.has(key)) return { key, offset: property.offset };
    seen.add(key);
    const inside = key === "hooks" ? repeatedKey(value) : undefined;
    if (inside !== undefined) return inside;
  }
  return undefined;
}
