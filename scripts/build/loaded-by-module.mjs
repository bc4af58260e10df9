/**
 * In the CommonJS bundle `import("./main.ts")` stays a dynamic import, of the module that is built
 * beside it: `./main.mjs`.
 * @type {import("esbuild").Plugin}
 */
export const loadedByModule = {
  name: "loaded-by-module",
  setup(build) {
    build.onResolve({ filter: /^\.\/.*\.m?ts$|^\.\/.*\.mjs$/ }, ({ kind, path }) =>
      kind === "dynamic-import"
        ? { path: path.replace(/\.\w+$/, ".mjs"), external: true }
        : undefined,
    );
  },
};
