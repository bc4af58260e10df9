import { applyEdits, createScanner, findNodeAtLocation, modify, parseTree } from "jsonc-parser";
import type { Edit, JSONPath, Node } from "jsonc-parser";

import type { SettingsEdit, SettingsPath } from "./registration-plan.ts";
import { BYTE_ORDER_MARK, withoutMark } from "./settings-text.ts";

/**
 * Settings text with edits applied. Not a byte changes but what is inserted, replaced or removed: comments, the order of keys
 * and the layout of the rest stay; what is new is laid out as the rest is.
 */
export function applyToText(text: string, edits: readonly SettingsEdit[]): string {
  const mark = text.startsWith(BYTE_ORDER_MARK) ? BYTE_ORDER_MARK : "";
  const body = withoutMark(text).trim() === "" ? "{}\n" : withoutMark(text);
  const layout = layoutOf(body);
  return mark + edits.reduce((current, edit) => applyOne(current, edit, layout), body);
}

function applyOne(body: string, edit: SettingsEdit, layout: Layout): string {
  if (edit.do === "remove") return applyEdits(body, removal(body, edit.path));
  const append = edit.do === "append";
  const path = [...edit.path, ...(append ? [-1] : [])] as JSONPath;
  const changes = modify(body, path, edit.value, { isArrayInsertion: append });
  return applyEdits(
    body,
    changes.map((change) => inLayout(body, change, edit, layout)),
  );
}

/** Own code: `modify` takes the line break before a list's end along, and comments between items. */
function removal(body: string, path: SettingsPath): Edit[] {
  const root = parseTree(body);
  const found = root === undefined ? undefined : findNodeAtLocation(root, [...path]);
  const node = found?.parent?.type === "property" ? found.parent : found;
  const siblings = node?.parent?.children ?? [];
  if (node === undefined || node.parent === undefined) return [];
  const index = siblings.indexOf(node);
  const before = siblings[index - 1];
  const after = siblings[index + 1];
  if (before !== undefined) return removeAfter(body, endOf(before), node);
  if (after !== undefined) return [cut(node.offset, after.offset)];
  return [onlyChild(body, node, node.parent)];
}

/** Takes a node and the comma before it; what else stands between (a comment) stays. */
function removeAfter(body: string, from: number, node: Node): Edit[] {
  const between = body.slice(from, node.offset);
  if (/^\s*,\s*$/.test(between)) return [cut(from, endOf(node))];
  const scanner = createScanner(body, true);
  scanner.setPosition(from);
  do scanner.scan();
  while (body[scanner.getTokenOffset()] !== "," && scanner.getPosition() < node.offset);
  const comma = scanner.getTokenOffset();
  const blanks = /\s*$/.exec(between)?.[0].length ?? 0;
  return [cut(comma, comma + 1), cut(node.offset - blanks, endOf(node))];
}

/** Takes the blanks around a list's only child too. */
function onlyChild(body: string, node: Node, parent: Node): Edit {
  const blankBefore = body.slice(parent.offset + 1, node.offset).trim() === "";
  const blankAfter = body.slice(endOf(node), endOf(parent) - 1).trim() === "";
  return blankBefore && blankAfter
    ? cut(parent.offset + 1, endOf(parent) - 1)
    : cut(node.offset, endOf(node));
}

function endOf(node: Node): number {
  return node.offset + node.length;
}

function cut(start: number, end: number): Edit {
  return { offset: start, length: end - start, content: "" };
}

/** The text that `modify` would put in one line, laid out over lines where the file is. */
function inLayout(
  body: string,
  { offset, length, content }: Edit,
  { path, value }: Exclude<SettingsEdit, { readonly do: "remove" }>,
  { indent, eol }: Layout,
): Edit {
  if (indent === "" || value === undefined) return { offset, length, content };
  const depth = path.length + (content.startsWith(",") && !content.startsWith(',"') ? 1 : 0);
  const margin = (levels: number): string => eol + indent.repeat(levels);
  const lines = JSON.stringify(value, undefined, indent).split("\n").join(margin(depth));
  if (length > 0) return { offset, length, content: lines };
  const isFirst = !content.startsWith(",");
  const key = /^,?"/.test(content) ? `${JSON.stringify(path.at(-1))}: ` : "";
  const closing = isFirst && /^[\]}]/.test(body.slice(offset)) ? margin(depth - 1) : "";
  return {
    offset,
    length,
    content: `${isFirst ? "" : ","}${margin(depth)}${key}${lines}${closing}`,
  };
}

interface Layout {
  /** One level of indentation; empty where all is on one line. */
  readonly indent: string;
  readonly eol: string;
}

/** How the text is laid out, by its first indented line. */
function layoutOf(body: string): Layout {
  const eol = body.includes("\r\n") ? "\r\n" : "\n";
  const indent = /\n([ \t]+)\S/.exec(body)?.[1];
  const oneLine = indent === undefined && !/^\s*\{\s*\}\s*$/.test(body);
  return { indent: oneLine ? "" : (indent ?? "  "), eol };
}
