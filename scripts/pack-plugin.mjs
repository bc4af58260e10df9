/**
 * Puts the built program into the plugin, where both clients' marketplaces expect it: plugin/valehook/dist. Not
 * committed; made when the package is packed, and by `npm run plugin` for a marketplace on this machine.
 */
import { cp, rm, stat } from "node:fs/promises";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

const root = fileURLToPath(new URL("..", import.meta.url));
const dist = join(root, "dist");
const inPlugin = join(root, "plugin", "valehook", "dist");

await stat(join(dist, "valehook.cjs"));
await rm(inPlugin, { recursive: true, force: true });
await cp(dist, inPlugin, { recursive: true });
console.log("plugin/valehook/dist: the built program");
