/** Alternatives that one pattern is spelled out into; with more, a group stands for any text. */
const MOST_ALTERNATIVES = 256;

const ANY_ONE = Symbol("any one character");
const ANY_TEXT = Symbol("any text");

type Token = string | typeof ANY_ONE | typeof ANY_TEXT;

/**
 * Makes a test of whether a section of a Vale configuration may match a path. It says no only where no reading of the
 * pattern could match: Vale 3.15 and 3.22 differ in what two asterisks mean. An asterisk stands for any text, folders too, and
 * letter case is ignored. Patterns with classes, escapes, negation or braces in braces aren't told apart here, nor
 * are those that Vale refuses: undefined. The time is bounded by the lengths, whatever a repository's configuration holds.
 */
export function mayMatchSection(section: string): ((path: string) => boolean) | undefined {
  if (!PLAIN.test(section)) return undefined;
  const alternatives = alternativesOf(lowerCase(section));
  return (path) => {
    const characters = Array.from(lowerCase(path));
    return alternatives.some((tokens) => matches(tokens, characters));
  };
}

/** Literal text, asterisks, question marks, and braces around plain choices. */
const PLAIN = /^(?:[^\\[\]{}!]|\{[^\\[\]{}!]+\})*$/u;

/** Two asterisks with the slashes beside them (they may stand for no folder), one, or a group in braces. */
const part = /(?<stars>\/?\*{2,}\/?|\*)|(?<one>\?)|\{(?<group>[^{}]*)\}|./gsu;

function alternativesOf(pattern: string): Token[][] {
  let all: Token[][] = [[]];
  const append = (...choices: readonly (readonly Token[])[]): void => {
    const fits = all.length * choices.length <= MOST_ALTERNATIVES;
    const next: readonly (readonly Token[])[] = fits ? choices : [[ANY_TEXT]];
    all = all.flatMap((tokens) => next.map((choice) => tokens.concat(choice)));
  };
  for (const match of pattern.matchAll(part)) {
    const { stars, one, group } = match.groups ?? {};
    if (stars !== undefined) append([ANY_TEXT]);
    else if (one !== undefined) append([ANY_ONE]);
    else if (group === undefined) append([match[0]]);
    else append(...group.split(",").map(choiceOf));
  }
  return all;
}

/** One choice of a group; one with a pattern in it stands for any text. */
function choiceOf(text: string): Token[] {
  return /[*?]/.test(text) ? [ANY_TEXT] : Array.from(text);
}

/** Whether the characters are what the tokens say: only the last asterisk is ever gone back to. */
function matches(tokens: readonly Token[], characters: readonly string[]): boolean {
  let at = 0;
  let token = 0;
  let star = -1;
  let resume = 0;
  while (at < characters.length) {
    const wanted = tokens[token];
    if (wanted === ANY_TEXT) {
      star = token++;
      resume = at;
    } else if (wanted === ANY_ONE || wanted === characters[at]) {
      token++;
      at++;
    } else if (star >= 0) {
      token = star + 1;
      at = ++resume;
    } else return false;
  }
  while (tokens[token] === ANY_TEXT) token++;
  return token === tokens.length;
}

/** Of ASCII only, so that a character stays one. */
function lowerCase(text: string): string {
  return text.replaceAll(/[A-Z]+/g, (letters) => letters.toLowerCase());
}
