/**
 * What the command loads later, as a plugin for esbuild. In the CommonJS bundle a dynamic import of one of these files is
 * kept, and leads to what is built beside it:
 *   ./main.ts        `./main.mjs`, by `import()`
 *   ./quiet-look.ts  `./quiet-look.cjs`, by `require`: Node's loader of modules costs more than the look's own start
 * @type {import("esbuild").Plugin}
 */
export const loadedLater = {
  name: "loaded-later",
  setup(build) {
    build.onResolve({ filter: /^\.\/main\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./main.mjs", external: true } : undefined,
    );
    build.onResolve({ filter: /^\.\/quiet-look\.ts$/ }, ({ kind }) =>
      kind === "dynamic-import" ? { path: "./quiet-look.cjs", namespace: "required" } : undefined,
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
