import { join } from "node:path";
import { build as bundle } from "esbuild";

/** Source files that are built as CommonJS files of their own. */
const required = /^\.\/(?:quiet-look|finish-hook)\.ts$/;

/**
 * What the command loads later, as a plugin for esbuild. In the CommonJS bundle a dynamic import of one of these files is
 * kept, and leads to what is built beside it: `./main.ts` to `./main.mjs`, by `import()`; what a hook needs to a CommonJS
 * file, by `require`, for Node's loader of modules costs 30 ms (bench/README.md).
 * @type {import("esbuild").Plugin}
 */
export const loadedLater = {
  name: "loaded-later",
  setup(build) {
    build.onResolve({ filter: /^\.\/main\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./main.mjs", external: true } : undefined,
    );
    build.onResolve({ filter: required }, ({ kind, path }) =>
      kind === "dynamic-import"
        ? { path: path.replace(/\.ts$/, ".cjs"), namespace: "required" }
        : undefined,
    );
    build.onLoad({ filter: /.*/, namespace: "required" }, ({ path }) => ({
      contents: `module.exports = require(${JSON.stringify(path)});`,
    }));
    build.onResolve({ filter: /.*/, namespace: "required" }, ({ path }) => ({
      path,
      external: true,
    }));
  },
};

/**
 * Packages that a hook imports dynamically: each becomes a CommonJS file of its own in `packages/` beside the bundle, compiled
 * only by the hook that needs it. Compiling costs 4 ms for 100 KB (bench/README.md).
 *
 * @param {import("esbuild").BuildOptions} options how the packages are built
 * @param {string} folder where the bundle is written
 * @returns the plugin for esbuild, and the metafiles of the packages once the bundle is built
 */
export function packagesLoadedLater(options, folder) {
  const built = new Map();
  const buildPackage = async (name) => {
    const { metafile } = await bundle({
      ...options,
      entryPoints: [name],
      outfile: join(folder, "packages", `${name}.cjs`),
    });
    return metafile;
  };
  const plugin = {
    name: "packages-loaded-later",
    setup(build) {
      build.onResolve({ filter: /^[a-z@][^:]*$/ }, async ({ kind, path }) => {
        if (kind !== "dynamic-import") return undefined;
        if (!built.has(path)) built.set(path, buildPackage(path));
        await built.get(path);
        return { path: `./packages/${path}.cjs`, namespace: "required" };
      });
    },
  };
  return { plugin, metafiles: async () => await Promise.all(built.values()) };
}
