/** Releases in which valehook's use of native calls was tried. In others the public functions are used. */
const TRIED_MAJORS = new Set(["20", "22", "24"]);

/**
 * One of Node's own native modules, from `process.binding`: deprecated (DEP0111), but there in all releases that were tried.
 * Undefined in other releases, and where asking for it would fail or print a warning. Whoever uses it checks what
 * it gives, and has a public way to do without: docs/decisions/native-calls.md.
 */
export function nativeBinding(name: string): object | undefined {
  if (!TRIED_MAJORS.has(process.versions.node.split(".")[0] ?? "") || isRestricted()) {
    return undefined;
  }
  const binding: unknown = Reflect.get(process, "binding");
  if (typeof binding !== "function") return undefined;
  const found: unknown = Reflect.apply(binding, process, [name]);
  return typeof found === "object" && found !== null ? found : undefined;
}

/** Under the permission model a binding is refused; with pending deprecations shown it prints a warning. */
function isRestricted(): boolean {
  const options = [...process.execArgv, process.env["NODE_OPTIONS"] ?? ""].join(" ");
  const warns = process.env["NODE_PENDING_DEPRECATION"] === "1";
  return warns || options.includes("pending-deprecation") || Reflect.has(process, "permission");
}
