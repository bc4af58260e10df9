import { spawn } from "node:child_process";
import { once } from "node:events";
import { expect, test } from "vitest";
import { mayBeAlive, ownIdentity, processState } from "../../../src/state/process-identity.ts";

const own = ownIdentity();
const [ticks = "", boot = "", namespace = ""] = own.startTime.split("/");

test("this process is alive", () => {
  expect(own.pid).toBe(process.pid);
  expect(processState(own)).toBe(process.platform === "linux" ? "alive" : "perhaps");
});

test("a process that has ended is gone", async () => {
  const child = spawn(process.execPath, ["-e", ""]);
  const pid = child.pid ?? 0;
  await once(child, "close");
  expect(processState({ ...own, pid })).toBe("gone");
  expect(processState({ pid, startTime: "-" })).toBe("gone");
  expect(mayBeAlive({ ...own, pid })).toBe(false);
});

const isLinux = process.platform === "linux";
test.each([
  ["an earlier process of the same id", `${ticks}0/${boot}/${namespace}`, "gone"],
  ["a process before the last boot", `${ticks}/00000000/${namespace}`, "gone"],
  ["a process in another PID namespace", `${ticks}/${boot}/1`, "perhaps"],
])("%s is told from this one, where the platform can", (_, startTime, onLinux) => {
  expect(processState({ pid: own.pid, startTime })).toBe(isLinux ? onLinux : "perhaps");
});

test("what a platform without start times wrote is taken for alive as long as the id runs", () => {
  expect(processState({ pid: own.pid, startTime: "-" })).toBe("perhaps");
  expect(mayBeAlive({ pid: own.pid, startTime: "-" })).toBe(true);
});
