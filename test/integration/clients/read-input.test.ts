import { spawn } from "node:child_process";
import { mkdtempSync, openSync, closeSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { build } from "esbuild";

const folder = mkdtempSync(join(tmpdir(), "valehook-input-"));
const program = join(folder, "read.mjs");
const source = fileURLToPath(new URL("../../../src/clients/read-input.ts", import.meta.url));

beforeAll(async () => {
  await build({
    stdin: {
      contents: `import { readInput } from ${JSON.stringify(source)};
        const result = await readInput(JSON.parse(process.argv[2]));
        process.stdout.write(JSON.stringify(result.ok
          ? { bytes: result.value.length, head: result.value.subarray(0, 20).toString() }
          : result.problem));`,
      resolveDir: folder,
    },
    bundle: true,
    platform: "node",
    format: "esm",
    outfile: program,
  });
});

afterAll(() => rmSync(folder, { recursive: true }));

type Stdin = "socket" | "pipe" | "file" | "folder";

/** Runs the reader; on a socket as Node and Claude Code give it, on a pipe as Codex and shells do. */
async function run(
  kind: Stdin,
  input: Buffer | "never ends",
  limits: { maxBytes?: number; timeoutMs?: number } = {},
  variables: NodeJS.ProcessEnv = {},
): Promise<unknown> {
  const args = [program, JSON.stringify(limits)];
  const file = join(folder, "input");
  writeFileSync(file, input);
  const fd = openSync(kind === "folder" ? folder : file, "r");
  const env = { ...process.env, ...variables };
  const child =
    kind === "pipe"
      ? spawn("sh", ["-c", 'cat | "$0" "$@"', process.execPath, ...args], { env })
      : spawn(process.execPath, args, {
          env,
          stdio: [kind === "socket" ? "pipe" : fd, "pipe", "inherit"],
        });
  closeSync(fd);
  child.stdin?.on("error", () => undefined);
  child.stdin?.write(input);
  if (input !== "never ends") child.stdin?.end();
  let output = "";
  child.stdout?.on("data", (chunk: Buffer) => {
    output += chunk.toString();
    // What `cat` waits for; the reader itself has ended or will, with its input still open.
    if (kind === "pipe") child.stdin?.end();
  });
  const code = await new Promise((resolve) => child.on("close", resolve));
  expect(code).toBe(0);
  return JSON.parse(output);
}

describe.each<Stdin>(["socket", "pipe", "file"])("standard input on a %s", (kind) => {
  test("is read whole when small", async () => {
    expect(await run(kind, Buffer.from('{"a":1}'))).toEqual({ bytes: 7, head: '{"a":1}' });
  });

  test("is read whole when large", async () => {
    const input = Buffer.alloc(20 * 1024 * 1024, "x");
    expect(await run(kind, input)).toMatchObject({ bytes: input.length });
  });

  test("may be empty", async () => {
    expect(await run(kind, Buffer.alloc(0))).toEqual({ bytes: 0, head: "" });
  });

  test("is given up beyond the limit", async () => {
    const problem = { code: "input-too-large", maxBytes: 1000 };
    expect(await run(kind, Buffer.alloc(1000), { maxBytes: 1000 })).toMatchObject({ bytes: 1000 });
    expect(await run(kind, Buffer.alloc(1001), { maxBytes: 1000 })).toEqual(problem);
  });
});

test.each<Stdin>(["socket", "pipe"])("a %s that never ends is given up", async (kind) => {
  const problem = { code: "input-timeout", afterMs: 200 };
  expect(await run(kind, "never ends", { timeoutMs: 200 })).toEqual(problem);
});

describe.each<Stdin>(["socket", "pipe"])("a %s where native calls are not to be used", (kind) => {
  const publicOnly = { NODE_OPTIONS: "--pending-deprecation --no-warnings" };

  test("is read by the public stream", async () => {
    const input = Buffer.alloc(1024 * 1024, "x");
    expect(await run(kind, input, {}, publicOnly)).toMatchObject({ bytes: input.length });
  });

  test("is given up where it never ends", async () => {
    const problem = { code: "input-timeout", afterMs: 200 };
    expect(await run(kind, "never ends", { timeoutMs: 200 }, publicOnly)).toEqual(problem);
  });
});

test("a folder as standard input is told as unreadable", async () => {
  const problem = { code: "input-unreadable", errno: "EISDIR" };
  expect(await run("folder", Buffer.alloc(0))).toEqual(problem);
});
