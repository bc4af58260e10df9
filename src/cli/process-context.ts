import type { CliContext } from "./command.ts";

/** Signals that end the program; the first lets it end its children, the second ends it at once. */
const endingSignals = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/**
 * This process as commands see it. Its streams are opened when they are first asked for: a hook that has nothing to say
 * needs none. `failed` is the exit code where the reader of the output has gone.
 */
export function processContext(failed: number): CliContext {
  const controller = new AbortController();
  for (const name of endingSignals) {
    process.once(name, () => {
      controller.abort();
    });
  }
  let stdout: typeof process.stdout | undefined;
  return {
    cwd: process.cwd(),
    env: process.env,
    get stdin() {
      return process.stdin;
    },
    get stdout() {
      stdout ??= watchedStdout(failed);
      return stdout;
    },
    get stderr() {
      return process.stderr;
    },
    signal: controller.signal,
  };
}

function watchedStdout(failed: number): typeof process.stdout {
  // A reader that has gone (`| head`) is no fault of ours and wants nothing more.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => {
    if (error.code === "EPIPE") process.exit(failed);
    throw error;
  });
  return process.stdout;
}
