import { posix, win32 } from "node:path";

/** What decides where Vale is looked for. */
export interface ValePlaces {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  /** Where installers put programs, looked in last; default those of the platform. */
  readonly installFolders?: readonly string[] | undefined;
}

/** Folders that installers use and that the `PATH` of a hook may lack: Homebrew, snap, hand-made installs. */
const INSTALL_FOLDERS = [
  "/usr/local/bin",
  "/opt/homebrew/bin",
  "/home/linuxbrew/.linuxbrew/bin",
  "/usr/bin",
  "/snap/bin",
] as const;

/** Below the home folder: hand-made installs, Go, asdf, mise; on Windows Scoop. */
const IN_HOME = [".local/bin", "go/bin", "bin", ".asdf/shims", ".local/share/mise/shims"] as const;
const IN_WINDOWS_HOME = [
  "scoop\\shims",
  "go\\bin",
  "AppData\\Local\\Microsoft\\WinGet\\Links",
] as const;

/** The endings that make a file a program on Windows where `PATHEXT` doesn't say; `.cmd` is what shims are. */
const WINDOWS_ENDINGS = ".EXE;.CMD;.BAT";

/**
 * Every place where Vale may be, absolute, in the order in which they are to be tried. Relative entries of `PATH` mean
 * another place in every folder and are left out. Pure.
 */
export function valePlaces(places: ValePlaces): readonly { folder: string; path: string }[] {
  const style = places.platform === "win32" ? win32 : posix;
  const names = programNames(places);
  return foldersOf(places).flatMap((folder) =>
    names.map((name) => ({ folder, path: style.join(folder, name) })),
  );
}

function programNames({ env, platform }: ValePlaces): readonly string[] {
  if (platform !== "win32") return ["vale"];
  const known = new Set(WINDOWS_ENDINGS.toLowerCase().split(";"));
  const endings = (variable(env, "PATHEXT") ?? WINDOWS_ENDINGS).toLowerCase().split(";");
  return endings.filter((ending) => known.has(ending)).map((ending) => `vale${ending}`);
}

function foldersOf(places: ValePlaces): readonly string[] {
  return places.platform === "win32" ? windowsFolders(places) : unixFolders(places);
}

function unixFolders({ env, installFolders = INSTALL_FOLDERS }: ValePlaces): readonly string[] {
  const { HOME: home, GOPATH: goPath, GOBIN: goBin = "", PATH: path = "" } = env;
  return absoluteOnes(posix, [
    ...path.split(":"),
    goBin,
    ...(goPath === undefined ? [] : [posix.join(goPath, "bin")]),
    ...installFolders,
    ...(home === undefined ? [] : IN_HOME.map((folder) => posix.join(home, folder))),
  ]);
}

function windowsFolders({ env, installFolders }: ValePlaces): readonly string[] {
  const home = variable(env, "USERPROFILE");
  const goPath = variable(env, "GOPATH");
  const programData = variable(env, "ProgramData");
  return absoluteOnes(win32, [
    ...(variable(env, "PATH") ?? "").split(";"),
    variable(env, "GOBIN") ?? "",
    ...(goPath === undefined ? [] : [win32.join(goPath, "bin")]),
    ...(installFolders ??
      (programData === undefined ? [] : [win32.join(programData, "chocolatey", "bin")])),
    ...(home === undefined ? [] : IN_WINDOWS_HOME.map((folder) => win32.join(home, folder))),
  ]);
}

function absoluteOnes(path: typeof posix, folders: readonly string[]): readonly string[] {
  return [...new Set(folders)].filter((folder) => path.isAbsolute(folder));
}

/** Windows doesn't mind the letter case of a variable's name, and a copy of its environment keeps it as it was. */
function variable(env: NodeJS.ProcessEnv, name: string): string | undefined {
  const key = Object.keys(env).find((each) => each.toUpperCase() === name.toUpperCase());
  return key === undefined ? undefined : env[key];
}
