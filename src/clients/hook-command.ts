/** How a registration starts valehook. */
export type HookProgram = InstalledProgram | DependencyProgram | ProgramOnPath;

/**
 * This installation, by absolute paths: hooks of a client that was started from a desktop have a bare PATH. For the user and
 * local scopes, which no one else reads.
 */
export interface InstalledProgram {
  readonly kind: "installed";
  /** Absolute path of Node. */
  readonly node: string;
  /** Absolute path of valehook's program. */
  readonly program: string;
}

/**
 * The project's own dependency, in its `node_modules`: what a teammate has after `npm install`. Node is taken from PATH.
 * `npx` would find it too, at seven times the price of starting Node, at every event.
 */
export interface DependencyProgram {
  readonly kind: "dependency";
  /** Where the project's root is: Git's, or the folder that the client was started in. */
  readonly root: "git" | "folder";
}

/** `valehook` on PATH, for a project that doesn't depend on it. */
export interface ProgramOnPath {
  readonly kind: "on-path";
}

export interface HookCommand {
  readonly program: HookProgram;
  /** `win32` changes paths, never meaning. */
  readonly platform: NodeJS.Platform;
}

export type Scope = "user" | "project" | "local";

export const scopes: readonly Scope[] = ["user", "project", "local"];

/** What valehook's program is below a project that depends on it. */
export const dependencyPath = "node_modules/valehook/dist/valehook.cjs";

/**
 * How a scope's registration starts valehook: a file that others share may name nothing of this machine. `dependsOnValehook`:
 * the project's package.json lists it.
 */
export function programFor(
  scope: Scope,
  installed: Omit<InstalledProgram, "kind">,
  project: { readonly dependsOnValehook: boolean; readonly isGit: boolean },
): HookProgram {
  if (scope !== "project") return { kind: "installed", ...installed };
  if (!project.dependsOnValehook) return { kind: "on-path" };
  return { kind: "dependency", root: project.isGit ? "git" : "folder" };
}

/** The arguments that every registration passes on. */
export function hookArguments(client: string, event: string): readonly string[] {
  return ["hook", "--client", client, "--event", event];
}
