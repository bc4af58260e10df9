import { expect, test } from "vitest";

import { isPassing, projectOf, stablePaths } from "../../../../src/cli/install/stable-path.ts";

test.each([
  [
    "Homebrew",
    "/opt/homebrew/Cellar/node@22/22.1.0/bin/node",
    ["/opt/homebrew/opt/node@22/bin/node"],
  ],
  [
    "a global package of pnpm",
    "/home/me/.local/share/pnpm/global/5/node_modules/.pnpm/valehook@0.1.0/node_modules/valehook/dist/valehook.cjs",
    ["/home/me/.local/share/pnpm/global/5/node_modules/valehook/dist/valehook.cjs"],
  ],
  ["Snap", "/snap/node/9876/bin/node", ["/snap/node/current/bin/node"]],
  [
    "Scoop",
    String.raw`C:\Users\me\scoop\apps\nodejs-lts\20.19.0\node.exe`,
    [String.raw`C:\Users\me\scoop\apps\nodejs-lts\current\node.exe`],
  ],
  [
    "Nix, by PATH",
    "/nix/store/abc-nodejs-20/bin/node",
    ["/home/me/.nix-profile/bin/node", "/usr/bin/node"],
  ],
  ["nvm", "/home/me/.nvm/versions/node/v20.19.0/bin/node", []],
  ["asdf", "/home/me/.asdf/installs/nodejs/20.19.0/bin/node", []],
  ["a system's package", "/usr/bin/node", []],
  ["an installer on Windows", String.raw`C:\Program Files\nodejs\node.exe`, []],
] as const)("what outlives an upgrade: %s", (_, path, expected) => {
  const onPath = ["/nix/store/abc-nodejs-20/bin", "/home/me/.nix-profile/bin", "/usr/bin"];
  expect(stablePaths(path, onPath)).toEqual(expected);
});

test.each([
  ["/home/me/.npm/_npx/0a1b2c/node_modules/valehook/dist/valehook.cjs", true],
  ["/home/me/.cache/pnpm/dlx/abc/node_modules/valehook/dist/valehook.cjs", true],
  ["/tmp/xfs-1a2b/dlx-77/node_modules/valehook/dist/valehook.cjs", true],
  ["/tmp/bunx-0-valehook@latest/node_modules/valehook/dist/valehook.cjs", true],
  [
    String.raw`C:\Users\me\AppData\Local\npm-cache\_npx\0a\node_modules\valehook\dist\valehook.cjs`,
    true,
  ],
  ["/usr/lib/node_modules/valehook/dist/valehook.cjs", false],
  ["/home/me/src/project/node_modules/valehook/dist/valehook.cjs", false],
])("%s is a copy that is soon gone: %s", (path, expected) => {
  expect(isPassing(path)).toBe(expected);
});

test.each([
  ["/proj/node_modules/valehook/dist/valehook.cjs", "/proj"],
  ["/proj/node_modules/tool/node_modules/valehook/dist/valehook.cjs", "/proj"],
  [String.raw`C:\proj\node_modules\valehook\dist\valehook.cjs`, String.raw`C:\proj`],
  ["/usr/lib/node_modules/valehook/dist/valehook.cjs", undefined],
  ["/usr/lib/node_modules/tool/node_modules/valehook/dist/valehook.cjs", undefined],
  ["/home/me/.local/share/pnpm/global/5/node_modules/valehook/dist/valehook.cjs", undefined],
  ["/home/me/.bun/install/global/node_modules/valehook/dist/valehook.cjs", undefined],
  ["/opt/valehook/dist/valehook.cjs", undefined],
])("the project that %s belongs to: %s", (path, expected) => {
  const there = new Set([
    "/proj/package.json",
    String.raw`C:\proj\package.json`,
    "/usr/lib/node_modules/tool/package.json",
    "/home/me/.local/share/pnpm/global/5/package.json",
    "/home/me/.bun/install/global/package.json",
    "/opt/valehook/package.json",
  ]);
  expect(projectOf(path, (file) => there.has(file))).toBe(expected);
});
