import { expect, test } from "vitest";
import { endTreeCommand } from "../../../src/vale/end-tree.ts";
import { valePlaces, type ValePlaces } from "../../../src/vale/vale-places.ts";

const pathsOf = (places: ValePlaces): string[] => valePlaces(places).map(({ path }) => path);

test("on Windows Vale is looked for by every ending of a program, shims included, in each folder in turn", () => {
  const env = { Path: String.raw`C:\Tools;relative;C:\A B\npm`, PATHEXT: ".COM;.EXE;.CMD" };
  expect(pathsOf({ env, platform: "win32", installFolders: [] })).toEqual([
    String.raw`C:\Tools\vale.exe`,
    String.raw`C:\Tools\vale.cmd`,
    String.raw`C:\A B\npm\vale.exe`,
    String.raw`C:\A B\npm\vale.cmd`,
  ]);
});

test("on Windows the folders of Scoop, Go, WinGet and Chocolatey are looked in too", () => {
  const env = {
    USERPROFILE: String.raw`C:\Users\Ada Writer`,
    ProgramData: String.raw`C:\ProgramData`,
  };
  const paths = pathsOf({ env, platform: "win32" });
  expect(paths).toContain(String.raw`C:\ProgramData\chocolatey\bin\vale.exe`);
  expect(paths).toContain(String.raw`C:\Users\Ada Writer\scoop\shims\vale.exe`);
  expect(paths).toContain(String.raw`C:\Users\Ada Writer\go\bin\vale.exe`);
  expect(paths).toContain(
    String.raw`C:\Users\Ada Writer\AppData\Local\Microsoft\WinGet\Links\vale.exe`,
  );
});

test("PATHEXT names no ending that valehook can't start", () => {
  const env = { PATH: String.raw`C:\Tools`, PATHEXT: ".JS;.VBS;.EXE" };
  expect(pathsOf({ env, platform: "win32", installFolders: [] })).toEqual([
    String.raw`C:\Tools\vale.exe`,
  ]);
});

test("elsewhere it is called vale, on PATH first, then where installers put it", () => {
  const env = { PATH: "/a:.:/a:/b", HOME: "/home/ada", GOPATH: "/go" };
  const paths = pathsOf({ env, platform: "darwin" });
  expect(paths.slice(0, 3)).toEqual(["/a/vale", "/b/vale", "/go/bin/vale"]);
  expect(paths).toContain("/opt/homebrew/bin/vale");
  expect(paths.at(-1)).toBe("/home/ada/.local/share/mise/shims/vale");
  expect(new Set(paths).size).toBe(paths.length);
});

test("a tree of processes is ended by the system's own program, wherever Windows lies", () => {
  expect(endTreeCommand(4711, { SystemRoot: String.raw`D:\Windows` })).toEqual({
    file: String.raw`D:\Windows\System32\taskkill.exe`,
    args: ["/T", "/F", "/PID", "4711"],
  });
  expect(endTreeCommand(1, {}).file).toBe(String.raw`C:\Windows\System32\taskkill.exe`);
});
