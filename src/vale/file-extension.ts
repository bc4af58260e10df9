/** Extension of a path with its dot, as Vale takes it: from the last dot of the name. Empty without a dot. */
export function fileExtension(path: string): string {
  const name = path.slice(path.lastIndexOf("/") + 1);
  const dot = name.lastIndexOf(".");
  return dot < 0 ? "" : name.slice(dot);
}
