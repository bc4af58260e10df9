/** `[what a versioned path looks like, the path beside it that survives an upgrade]`. */
const forms: readonly (readonly [RegExp, string])[] = [
  // Homebrew
  [/^(.*)\/Cellar\/([^/]+)\/[^/]+\/(.*)$/, "$1/opt/$2/$3"],
  // pnpm's store below a folder that it links from
  [/^(.*\/node_modules)\/\.pnpm\/[^/]+\/node_modules\/(.*)$/, "$1/$2"],
  // Snap
  [/^(\/snap\/[^/]+)\/\d+\/(.*)$/, "$1/current/$2"],
  // Scoop
  [/^(.*[\\/]scoop[\\/]apps[\\/][^\\/]+)[\\/]\d[^\\/]*([\\/].*)$/i, "$1\\current$2"],
];

/**
 * Paths that may lead to a program even after an upgrade has moved it, best first: the way that package managers link to the
 * current version, and for the Nix store the entries of `PATH`. Version managers (nvm, fnm, asdf, Volta, mise) have none on
 * purpose: what their shims start depends on the folder and on the shell, while the path of a version stays until that
 * version is removed, together with what was installed into it.
 *
 * @param path absolute, links resolved
 * @param onPath absolute folders of `PATH`
 */
export function stablePaths(path: string, onPath: readonly string[]): readonly string[] {
  const linked = forms.flatMap(([form, stable]) =>
    form.test(path) ? [path.replace(form, stable)] : [],
  );
  if (!path.startsWith("/nix/store/")) return linked;
  const name = path.replace(/^.*\//, "");
  return onPath
    .filter((folder) => !folder.startsWith("/nix/store/"))
    .map((folder) => `${folder}/${name}`);
}

/** Whether a program lies where npx, pnpm dlx, bunx or yarn dlx put what they run once: it is soon gone. */
export function isPassing(path: string): boolean {
  return /[\\/](?:_npx|dlx|dlx-[^\\/]*|xfs-[^\\/]*|bunx-[^\\/]*)[\\/]/.test(path);
}

/**
 * The project whose `node_modules` a program lies in, or undefined. What npm installs globally lies in a folder of that name too,
 * but of no project: no `package.json` is beside it. pnpm, Yarn and Bun have one there, in a folder `global`.
 *
 * @param isFile whether a file is there
 */
export function projectOf(path: string, isFile: (path: string) => boolean): string | undefined {
  const [, project, separator] = /^(.*?)([\\/])node_modules[\\/]/.exec(path) ?? [];
  if (project === undefined || separator === undefined) return undefined;
  const isGlobal = /[\\/]global(?:[\\/]|$)/i.test(project);
  return !isGlobal && isFile(`${project}${separator}package.json`) ? project : undefined;
}
