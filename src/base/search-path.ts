import { delimiter, isAbsolute, sep } from "node:path";

/**
 * A `PATH` without the folders that whoever writes in `root` can put programs into: those inside it, by their name or by
 * where a link leads, and relative ones, which mean another place in every folder.
 *
 * @param realPath the path without links; undefined where nothing is there
 */
export function searchPathOutside(
  path: string,
  root: string,
  realPath: (folder: string) => string | undefined,
): string {
  const isInside = (folder: string): boolean =>
    folder === root || folder.startsWith(root.endsWith(sep) ? root : root + sep);
  return path
    .split(delimiter)
    .filter((folder) => {
      if (!isAbsolute(folder) || isInside(folder)) return false;
      const real = realPath(folder);
      return real === undefined || !isInside(real);
    })
    .join(delimiter);
}
