import { styleText } from "node:util";

const isColoured = process.stdout.isTTY === true && !process.env.NO_COLOR;

function styled(style, text) {
  return isColoured ? styleText(style, text) : text;
}

export function heading(text) {
  console.log(`\n${styled("bold", text)}`);
}

/** One step of the run, with the time it took. */
export function step(text, took = "") {
  console.log(`  ${text}${took === "" ? "" : styled("dim", `  ${took}`)}`);
}

export function note(text) {
  console.log(`  ${styled("dim", text)}`);
}

/** Words of a program, as it wrote them, set apart by a line at their left. */
export function said(text) {
  for (const line of text.trimEnd().split("\n")) console.log(`    ${styled("cyan", "│")} ${line}`);
}
