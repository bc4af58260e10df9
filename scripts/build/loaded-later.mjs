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
