import type { RelPath } from "../base/rel-path.ts";

/** What makes a listed path one that is checked. */
export interface ScopeRules {
  /** Extensions beyond the usual ones, with their dot, in lower case. */
  readonly extensions: readonly string[];
  /** Patterns in gitignore syntax; empty = everything. */
  readonly include: readonly string[];
  /** Patterns in gitignore syntax. */
  readonly exclude: readonly string[];
  /** Folders below the root that hold Vale's styles. */
  readonly stylesPaths: readonly RelPath[];
  /** Most eligible files of one workspace. */
  readonly maxFiles: number;
  /** Most bytes of one file. */
  readonly maxFileBytes: number;
}

/** Why a path isn't checked by the rules alone, in the order in which they are asked. */
export type Ineligible = "kind-not-supported" | "excluded-folder" | "excluded-by-configuration";

/** Judges paths by their text alone: nothing is read from disk. */
export interface PathRules {
  readonly isEligible: (path: RelPath) => boolean;
  /** The first rule against a path; nothing if it is eligible. */
  whyNot(path: RelPath): Ineligible | undefined;
  /** Whether a folder is never entered: its name is excluded, or it is a StylesPath. */
  isExcludedFolder(folder: RelPath): boolean;
}

export type DocumentKind = "documentation" | "source";

const kinds: ReadonlyMap<string, DocumentKind> = new Map<string, DocumentKind>([
  ...[".md", ".mdx", ".txt", ".rst", ".adoc", ".html"].map(
    (end) => [end, "documentation"] as const,
  ),
  ...[".rs", ".py", ".sh", ".pl", ".js", ".jsx", ".ts", ".tsx", ".go", ".c", ".h", ".cpp"].map(
    (end) => [end, "source"] as const,
  ),
  ...[".hpp", ".java", ".css"].map((end) => [end, "source"] as const),
]);

/** Names of folders that are never entered, wherever they are below the root. */
export const excludedFolders: readonly string[] = [
  ".git",
  ".codex",
  ".claude",
  ".agents",
  ".vale",
  ".venv",
  "node_modules",
  "target",
  "dist",
  "build",
  "vendor",
  "__pycache__",
];

const EXCLUDED = new RegExp(
  `(?:^|/)(?:${excludedFolders.map((name) => name.replace(".", "\\.")).join("|")})/`,
);

/** What a file is by its extension, letter case ignored; nothing for a kind that isn't checked. */
export function documentKind(path: string): DocumentKind | undefined {
  return kinds.get(extensionOf(path));
}

/** A path's extension in lower case, with its dot; empty where there is none (`.md` alone is a name). */
export function extensionOf(path: string): string {
  const dot = path.lastIndexOf(".");
  return dot <= path.lastIndexOf("/") + 1 ? "" : path.slice(dot).toLowerCase();
}

/**
 * Makes the judge of a workspace's paths. The pattern matcher is loaded only if `include` or `exclude` is
 * set; without them a judgement costs well below a microsecond.
 */
export async function compileRules(rules: ScopeRules): Promise<PathRules> {
  const extra = new Set(rules.extensions);
  const folders = rules.stylesPaths.map((folder) => `${folder}/`);
  const excludes = await matcher(rules.exclude);
  const includes = await matcher(rules.include);
  // Listings come in byte order, so that one folder's files mostly follow each other.
  let lastFolder = "";
  let lastAnswer = false;
  const inFolder = (path: string): boolean => {
    const folder = path.slice(0, path.lastIndexOf("/") + 1);
    if (folder === lastFolder) return lastAnswer;
    lastFolder = folder;
    lastAnswer = EXCLUDED.test(folder) || folders.some((each) => folder.startsWith(each));
    return lastAnswer;
  };
  const whyNot = (path: RelPath): Ineligible | undefined => {
    const extension = extensionOf(path);
    if (!kinds.has(extension) && !extra.has(extension)) return "kind-not-supported";
    if (inFolder(path)) return "excluded-folder";
    if (includes?.(path) === false || excludes?.(path) === true) return "excluded-by-configuration";
    return undefined;
  };
  return {
    whyNot,
    isEligible: (path) => whyNot(path) === undefined,
    isExcludedFolder: (folder) => inFolder(`${folder}/`),
  };
}

async function matcher(
  patterns: readonly string[],
): Promise<((path: string) => boolean) | undefined> {
  if (patterns.length === 0) return undefined;
  const { default: ignore } = await import("ignore");
  const set = ignore({ ignoreCase: false }).add(patterns);
  return (path) => set.ignores(path);
}
