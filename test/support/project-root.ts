import { fileURLToPath } from "node:url";

/** The clone that the tests run in, without a separator at its end. */
export const projectRoot = fileURLToPath(new URL("../..", import.meta.url)).replace(/[\\/]$/, "");
