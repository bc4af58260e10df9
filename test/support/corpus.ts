import { existsSync, readFileSync, readdirSync, statSync } from "node:fs";
import { isUtf8 } from "node:buffer";
import { extname, join, sep } from "node:path";
import { projectRoot } from "./project-root.ts";

/** A published file of a real project, and its place in a workspace. */
export interface CorpusFile {
  /** With `/`, unique, in no folder that valehook leaves out. */
  readonly path: string;
  readonly content: Buffer;
}

export interface CorpusChoice {
  /** How many files; the kinds share them as evenly as there are files of each. */
  readonly files: number;
  /** Which kinds, by extension. Default: all of {@link corpusKinds}. */
  readonly kinds?: readonly string[];
  /** Smaller and larger files are passed over. Default: 100 bytes to 24 KiB. */
  readonly bytes?: readonly [least: number, most: number];
}

/** Every kind that valehook checks, with one spelling of its extension. */
export const corpusKinds: readonly string[] =
  "md mdx txt rst adoc html rs py sh pl js jsx ts tsx go c h cpp hpp java css".split(" ");

/** Packages of the lock file that are the same on every platform. */
const lockedPackages = ["ajv", "diff", "execa", "fast-check", "ignore", "proper-lockfile"];
const corpusPackages = [
  "node-gyp",
  "normalize.css",
  "protozero",
  "react-native-svg",
  "sanitize.css",
];
const corpusModules = ["go-tree-sitter", "vale"];

const leftOut = /(^|\/)(target|dist|build|vendor|node_modules|__pycache__|\.[^/]*)(?=\/)/g;

interface Candidate {
  readonly path: string;
  readonly file: string;
}

function sources(): { readonly name: string; readonly folder: string }[] {
  const corpus = join(projectRoot, ".tools", "corpus");
  const locked = lockedPackages.map((name) => ({
    name,
    folder: join(projectRoot, "node_modules", name),
  }));
  const packages = corpusPackages.map((name) => ({
    name,
    folder: join(corpus, "node_modules", name),
  }));
  const modules = corpusModules.map((name) => ({ name, folder: join(corpus, name) }));
  return [...locked, ...packages, ...modules];
}

function candidates(bytes: readonly [number, number]): Candidate[] {
  return sources().flatMap(({ name, folder }) => {
    if (!existsSync(folder)) throw new Error(`${folder} is not there: run npm ci, npm run provide`);
    return readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile() && corpusKinds.includes(extname(entry.name).slice(1)))
      .map((entry) => join(entry.parentPath, entry.name))
      .filter((file) => {
        const { size } = statSync(file);
        return size >= bytes[0] && size <= bytes[1];
      })
      .map((file) => {
        const inside = file.slice(folder.length + 1).replaceAll(sep, "/");
        return { path: `${name}/${inside.replace(leftOut, "$1in-$2")}`, file };
      });
  });
}

/** `count` of the items, evenly spread over them, or all of them. */
function spread<T>(items: readonly T[], count: number): T[] {
  if (items.length <= count) return [...items];
  return items.filter(
    (_, index) =>
      Math.floor(((index + 1) * count) / items.length) > Math.floor((index * count) / items.length),
  );
}

function kindOf({ path }: Candidate): string {
  return extname(path).slice(1);
}

/**
 * Chooses files of real projects from what the lock file and `npm run provide` put on this machine:
 * the same ones on every machine, whatever order its disk lists them in. All are valid UTF-8.
 */
export function chooseCorpus({
  files,
  kinds = corpusKinds,
  bytes = [100, 24 * 1024],
}: CorpusChoice): CorpusFile[] {
  const all = candidates(bytes).sort((a, b) => (a.path < b.path ? -1 : 1));
  const byKind = kinds
    .map((kind) => all.filter((candidate) => kindOf(candidate) === kind))
    .sort((a, b) => a.length - b.length);
  const chosen: Candidate[] = [];
  for (const [index, ofKind] of byKind.entries()) {
    const share = Math.ceil((files - chosen.length) / (byKind.length - index));
    chosen.push(...spread(ofKind, share));
  }
  return chosen
    .map(({ path, file }) => ({ path, content: readFileSync(file) }))
    .filter(({ content }) => isUtf8(content));
}

/** A Vale configuration that has something to say about most real files. */
export const corpusStyle: Readonly<Record<string, string>> = {
  ".vale.ini": "StylesPath = styles\nMinAlertLevel = suggestion\n\n[*]\nBasedOnStyles = Corpus\n",
  "styles/Corpus/Fillers.yml": [
    "extends: existence",
    `message: "Leave out '%s'."`,
    "level: suggestion",
    "ignorecase: true",
    "tokens: [this, that, will, should, used, only, just, note that, is, are, be, can, not, if, when, all]",
    "",
  ].join("\n"),
  "styles/Corpus/PlainWords.yml": [
    "extends: substitution",
    `message: "Use '%s' instead of '%s'."`,
    "level: warning",
    "ignorecase: true",
    "action:",
    "  name: replace",
    "swap:",
    "  utilize: use",
    "  in order to: to",
    "  allows: lets",
    "  via: through",
    "  additional: more",
    "  specify: name",
    "",
  ].join("\n"),
  "styles/Corpus/Unfinished.yml": [
    "extends: existence",
    `message: "'%s' is unfinished."`,
    "level: error",
    "tokens: [TODO, FIXME, XXX, HACK]",
    "",
  ].join("\n"),
  "styles/Corpus/Repeated.yml": [
    "extends: repetition",
    `message: "'%s' is there twice."`,
    "level: error",
    "alpha: true",
    "tokens: ['[^\\s]+']",
    "",
  ].join("\n"),
  "styles/Corpus/HeadingCase.yml": [
    "extends: capitalization",
    `message: "Write the heading '%s' in sentence case."`,
    "level: warning",
    "scope: heading",
    "match: $sentence",
    "",
  ].join("\n"),
  "styles/Corpus/LongSentence.yml": [
    "extends: occurrence",
    `message: "More than 30 words."`,
    "level: suggestion",
    "scope: sentence",
    "max: 30",
    "token: '\\b\\w+\\b'",
    "",
  ].join("\n"),
};
