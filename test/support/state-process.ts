import { build } from "esbuild";
import { spawn, type ChildProcess } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { fileURLToPath } from "node:url";

/** Bundles a TypeScript module into one that a plain Node runs; returns its path. */
export async function bundleScript(name: string, folder: string): Promise<string> {
  const entry = fileURLToPath(new URL(`./scripts/${name}.ts`, import.meta.url));
  const outfile = join(folder, `${name}.mjs`);
  await build({
    entryPoints: [entry],
    outfile,
    bundle: true,
    platform: "node",
    format: "esm",
    target: "node20",
    banner: {
      js: 'import { createRequire } from "node:module"; const require = createRequire(import.meta.url);',
    },
  });
  return outfile;
}

export interface Ended {
  readonly code: number | null;
  readonly signal: NodeJS.Signals | null;
  readonly stdout: string;
  readonly stderr: string;
}

export interface Running {
  readonly process: ChildProcess;
  readonly ended: Promise<Ended>;
  /** Resolves as soon as the process has printed this text. */
  printed(text: string): Promise<void>;
}

/** Runs a bundled script. */
export function runScript(script: string, ...args: readonly string[]): Running {
  const child = spawn(process.execPath, [script, ...args], { stdio: ["ignore", "pipe", "pipe"] });
  let stdout = "";
  let stderr = "";
  child.stdout.on("data", (chunk: Buffer) => (stdout += chunk.toString()));
  child.stderr.on("data", (chunk: Buffer) => (stderr += chunk.toString()));
  const ended = once(child, "close").then(([code, signal]) => ({
    code: code as number | null,
    signal: signal as NodeJS.Signals | null,
    stdout,
    stderr,
  }));
  return {
    process: child,
    ended,
    printed: async (text) => {
      while (!stdout.includes(text)) {
        const more = once(child.stdout, "data");
        await Promise.race([more, ended.then(() => failOn(text, stdout, stderr))]);
      }
    },
  };
}

function failOn(text: string, stdout: string, stderr: string): void {
  if (!stdout.includes(text)) throw new Error(`ended without printing ${text}: ${stderr}`);
}
