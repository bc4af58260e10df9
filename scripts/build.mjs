/**
 * Builds the program into dist/:
 *   valehook.cjs      the command and what each event needs, one CommonJS file (it starts faster than a module)
 *   quiet-look.cjs    what the events need that look at the workspace; compiling it costs the others 3 ms
 *   finish-hook.cjs   what an event needs that has something to do
 *   packages/         packages that few of those events need, each a file that is compiled when it is asked for
 *   main.mjs, chunks/ the other commands as modules, split so that a command loads only what it uses
 *   THIRD-PARTY-LICENSES.txt
 * Nothing is minified: it gains no start time that can be measured, and stack traces stay readable
 * without source maps.
 */
import { chmod, mkdir, readdir, rename, rm, stat } from "node:fs/promises";
import { join, relative } from "node:path";
import { performance } from "node:perf_hooks";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { loadedLater, packagesLoadedLater } from "./build/loaded-later.mjs";
import { bundledPackages, writeLicenses } from "./build/licenses.mjs";
import { readPackage } from "./build/package-json.mjs";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const started = performance.now();

/** Packages written as CommonJS call `require` and read `__filename`, which a module doesn't have. */
const requireForModules = [
  'import { createRequire as valehookCreateRequire } from "node:module";',
  "const require = valehookCreateRequire(import.meta.url);",
].join("\n");

const { version } = await readPackage(root);
const staging = join(root, `.dist-${process.pid}`);

/** @type {import("esbuild").BuildOptions} */
const shared = {
  absWorkingDir: root,
  bundle: true,
  platform: "node",
  // jsonc-parser's "main" loads its parts in a way that no bundler can follow.
  mainFields: ["module", "main"],
  target: "node20.19",
  charset: "utf8",
  legalComments: "none",
  metafile: true,
  logLevel: "warning",
  define: { VALEHOOK_VERSION: JSON.stringify(version) },
};

/** @type {import("esbuild").BuildOptions} */
const commonJs = { ...shared, format: "cjs" };

/** The quiet path must not load a package: a no-change event would pay for it. */
function refusePackages(metafile) {
  const packages = bundledPackages(metafile);
  if (packages.length === 0) return;
  const names = packages.map((folder) => relative("node_modules", folder)).join(", ");
  throw new Error(`The quiet path bundles ${names}; import it dynamically from src/cli/main.ts`);
}

function kilobytes(bytes) {
  return `${Math.round(bytes / 1024)} KB`;
}

async function bundle() {
  const command = await build({
    ...commonJs,
    entryPoints: ["src/cli/entry.ts"],
    outfile: join(staging, "valehook.cjs"),
    banner: { js: "#!/usr/bin/env node" },
    plugins: [loadedLater],
  });
  const look = await build({
    ...commonJs,
    entryPoints: ["src/hook/quiet-look.ts"],
    outfile: join(staging, "quiet-look.cjs"),
  });
  for (const { metafile } of [command, look]) refusePackages(metafile);
  const packages = packagesLoadedLater(commonJs, staging);
  const hook = await build({
    ...commonJs,
    entryPoints: ["src/cli/finish-hook.ts"],
    outfile: join(staging, "finish-hook.cjs"),
    plugins: [loadedLater, packages.plugin],
  });
  const modules = await build({
    ...shared,
    entryPoints: { main: "src/cli/main.ts" },
    outdir: staging,
    format: "esm",
    splitting: true,
    entryNames: "[name]",
    chunkNames: "chunks/[name]-[hash]",
    outExtension: { ".js": ".mjs" },
    banner: { js: requireForModules },
    define: {
      ...shared.define,
      __filename: "import.meta.filename",
      __dirname: "import.meta.dirname",
    },
  });
  await chmod(join(staging, "valehook.cjs"), 0o755);
  const metafiles = [hook.metafile, ...(await packages.metafiles()), modules.metafile];
  await writeLicenses(root, metafiles, join(staging, "THIRD-PARTY-LICENSES.txt"));
  return modules;
}

await rm(staging, { recursive: true, force: true });
await mkdir(staging, { recursive: true });
try {
  const modules = await bundle();
  await rm(dist, { recursive: true, force: true });
  await rename(staging, dist);
  const hookFiles = (await readdir(dist)).filter((name) => name.endsWith(".cjs"));
  const hookSizes = hookFiles.map(async (name) => {
    const { size } = await stat(join(dist, name));
    return `${name} ${kilobytes(size)}`;
  });
  const sizes = Object.values(modules.metafile.outputs).map((output) => output.bytes);
  const rest = sizes.reduce((sum, bytes) => sum + bytes, 0);
  console.log(
    `dist/: ${(await Promise.all(hookSizes)).join(", ")}, ${sizes.length} modules ${kilobytes(rest)}` +
      `, ${Math.round(performance.now() - started)} ms`,
  );
} finally {
  await rm(staging, { recursive: true, force: true });
}
