/** What comes before a module's name in each form that imports one. */
const statement =
  /(?:^|[;}\n])\s*(?:import|export)\b[^"'`;]*?\bfrom\s*["'](?<from>[^"'\n]+)["']|(?:^|[;}\n])\s*import\s*["'](?<bare>[^"'\n]+)["']|\bimport\s*\(\s*["'`](?<called>[^"'`\n]+)["'`]/g;

const commentOrString =
  /\/\*[^]*?\*\/|\/\/[^\n]*|"(?:\\.|[^"\\\n])*"|'(?:\\.|[^'\\\n])*'|`(?:\\.|[^`\\])*`/g;

/** Blanks comments, so that an example in a docstring is no import; strings stay. */
function withoutComments(text: string): string {
  return text.replace(commentOrString, (match) => (match.startsWith("/") ? " " : match));
}

/**
 * The modules that a TypeScript text imports, as written, in order: static, for side effects, types
 * only, re-exported or dynamic.
 */
export function importsIn(text: string): string[] {
  return [...withoutComments(text).matchAll(statement)].flatMap(
    ({ groups }) => groups?.["from"] ?? groups?.["bare"] ?? groups?.["called"] ?? [],
  );
}
