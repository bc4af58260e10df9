import { readFileSync } from "node:fs";
import { join } from "node:path";
import { projectRoot } from "./project-root.ts";

/** A page of the project. */
export function readPage(path: string): string {
  return readFileSync(join(projectRoot, path), "utf8");
}

/**
 * The code blocks of a page's section (`## heading`) in one language, in order, so that a test runs what people copy.
 * A section without such a block is a mistake in the test or the page.
 */
export function codeBlocks(page: string, heading: string, language: string): readonly string[] {
  const section = readPage(page)
    .split(/^## /m)
    .find((text) => text.startsWith(`${heading}\n`));
  const fence = new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\`$`, "gm");
  const blocks = [...(section ?? "").matchAll(fence)].map(([, text = ""]) => text);
  if (blocks.length === 0) throw new Error(`${page} has no block of ${language} in "${heading}"`);
  return blocks;
}

/** A text with one part exchanged that must stand in it exactly once. */
export function exchanged(text: string, part: string, by: string): string {
  const [before, after, ...more] = text.split(part);
  if (before === undefined || after === undefined || more.length > 0) {
    throw new Error(`${part} does not stand once in:\n${text}`);
  }
  return `${before}${by}${after}`;
}
