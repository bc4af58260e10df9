import { expectThat } from "./expect.mjs";

/** The plain words that a rule of the example's style is about; none for rules that hold patterns. */
function wordsOf(rule) {
  const list = /^(?:swap|tokens):\n((?:[ \t]+\S.*\n?)+)/m.exec(rule)?.[1] ?? "";
  return [...list.matchAll(/^\s+(?:- )?(?<words>[a-z][a-z -]*?)(?:: .*)?$/gim)].map(
    ({ groups }) => groups.words,
  );
}

/** What Vale says about a text, by its own words: valehook has no part in choosing. */
function alertsFor(program, text) {
  const args = ["--no-global", "--output=JSON", "--ext=.md"];
  return Object.values(JSON.parse(program.other("vale", args, text))).flat();
}

/** A sentence that breaks exactly one rule of the style which the example itself brings. */
function findSentence(program, example) {
  const rules = example.files.filter((path) => /(^|\/)styles\/.*\.yml$/.test(path));
  const words = rules.flatMap((path) => wordsOf(example.read(path)));
  const candidates = words.map((word) => {
    const sentence = `An agent added this line and wrote ${word} in it.`;
    return { word, sentence, alerts: alertsFor(program, `${sentence}\n`) };
  });
  const breaking = candidates.filter(({ alerts }) => alerts.length === 1);
  expectThat(breaking.length > 0, "a rule of the example's style names words to break it with");
  return breaking.find(({ alerts }) => alerts[0].Action.Params?.length === 1) ?? breaking[0];
}

/**
 * Chooses an edit of the example: a page that is clean so far, a line that breaks a rule of the
 * example's own style, and how to mend it.
 */
export function chooseEdit(program, example, report) {
  const found = new Set(report.files.filter((file) => file.findings.length > 0).map((f) => f.path));
  const page = example.files.find((path) => path.endsWith(".md") && !found.has(path));
  expectThat(page !== undefined, "the example has a clean Markdown page");
  const { word, sentence, alerts } = findSentence(program, example);
  const replacement = alerts[0].Action.Params?.[0];
  const before = example.read(page);
  const mended = sentence.replace(word, replacement);
  return {
    page,
    check: alerts[0].Check,
    command: `printf '\\n%s\\n' '${sentence.replaceAll("'", String.raw`'\''`)}' >> ${page}`,
    fixed: replacement === undefined ? "takes the line out" : `writes "${replacement}" instead`,
    fix: () => example.write(page, replacement === undefined ? before : `${before}\n${mended}\n`),
  };
}
