import type { Digest } from "../../../src/base/digest.ts";

/** Blobs by path. */
export type Tree = ReadonlyMap<string, Digest>;

export interface History {
  readonly commits: ReadonlyMap<string, { readonly parents: readonly string[] }>;
}

/** Three-way merge, whole files only; undefined where a file was changed on both sides. */
export function mergeTrees(base: Tree, ours: Tree, theirs: Tree): Tree | undefined {
  const merged = new Map<string, Digest>();
  for (const path of new Set([...base.keys(), ...ours.keys(), ...theirs.keys()])) {
    const [was, our, their] = [base.get(path), ours.get(path), theirs.get(path)];
    if (our !== was && their !== was && our !== their) return undefined;
    const blob = our === was ? their : our;
    if (blob !== undefined) merged.set(path, blob);
  }
  return merged;
}

/** The one best common ancestor; undefined where there is none or more than one. */
export function mergeBase(history: History, a: string, b: string): string | undefined {
  const common = [...ancestors(history, a)].filter((id) => ancestors(history, b).has(id));
  const best = common.filter(
    (id) => !common.some((other) => other !== id && ancestors(history, other).has(id)),
  );
  return best.length === 1 ? best[0] : undefined;
}

function ancestors({ commits }: History, tip: string): Set<string> {
  const met = new Set<string>();
  const left = [tip];
  for (let id = left.pop(); id !== undefined; id = left.pop()) {
    if (met.has(id)) continue;
    met.add(id);
    left.push(...(commits.get(id)?.parents ?? []));
  }
  return met;
}
