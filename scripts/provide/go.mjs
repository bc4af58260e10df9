import { existsSync } from "node:fs";
import { CannotProvide, run, tail } from "./run.mjs";
import { inTools, onPath } from "./tools-folder.mjs";

/** Go's own names for its caches, which the person may already have filled. */
const caches = ["GOMODCACHE", "GOCACHE"];

/**
 * The environment for Go: a cache that is there is used; one that isn't is kept in the clone, so
 * that nothing is written to a home folder, which may be unset, empty or read-only.
 */
async function goEnvironment() {
  const ours = {
    GOPATH: inTools("go"),
    GOMODCACHE: inTools("go", "mod"),
    GOCACHE: inTools("go", "cache"),
    GOFLAGS: [process.env.GOFLAGS, "-modcacherw"].filter(Boolean).join(" "),
  };
  const { ok, output } = await run("go", ["env", ...caches], { env: { ...process.env } });
  const found = ok ? output.split("\n") : [];
  const kept = caches
    .map((name, index) => [name, found[index]])
    .filter(([, folder]) => folder?.startsWith("/") && existsSync(folder));
  return { ...process.env, ...ours, ...Object.fromEntries(kept) };
}

async function runGo(args, extra, what) {
  if (onPath("go") === undefined) {
    throw new CannotProvide(
      `${what}: Go is not on PATH.`,
      "Install Go 1.25 or later (or, for Vale, a Vale 3.22 or later on PATH), and run this again.",
    );
  }
  const { ok, output } = await run("go", args, { env: { ...(await goEnvironment()), ...extra } });
  if (ok) return output;
  throw new CannotProvide(
    `${what}: go ${args.join(" ")} failed:\n${tail(output)}`,
    "See that the Go module proxy can be reached, and run this again.",
  );
}

/** Builds a command of a Go module at an exact version into `folder`. */
export async function goInstall({ module, version }, folder) {
  const command = module.split("/").at(-1);
  await runGo(["install", `${module}@v${version}`], { GOBIN: folder }, `${command} ${version}`);
}

/** The folder of a module's source at an exact version, read-only, downloaded if need be. */
export async function goModuleFolder({ module, version }) {
  const args = ["mod", "download", "-json", `${module}@v${version}`];
  return JSON.parse(await runGo(args, {}, module)).Dir;
}
