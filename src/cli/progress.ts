import { SingleBar } from "cli-progress";

/** Where progress is drawn; `process.stderr` is one. */
export type ProgressStream = NodeJS.WritableStream & { readonly isTTY?: boolean };

export type ProgressMode = "auto" | "always" | "never";

export interface Progress {
  /** Files done of all; calls may be as frequent as they like. */
  update(done: number, total: number): void;
  /** Clears the bar. Nothing is drawn afterwards. */
  stop(): void;
}

/** Milliseconds between two plain lines. */
const LINE_MS = 3_000;

/**
 * Progress of a scan: a bar on a terminal; elsewhere, with `always`, a plain line every few seconds; else nothing.
 *
 * @param now milliseconds of a clock that never steps back
 */
export function startProgress(
  mode: ProgressMode,
  stream: ProgressStream,
  now: () => number = () => performance.now(),
): Progress {
  if (mode === "never") return silent;
  if (stream.isTTY === true) return bar(stream, now);
  return mode === "always" ? plainLines(stream, now) : silent;
}

const silent: Progress = { update: () => undefined, stop: () => undefined };

function bar(stream: ProgressStream, now: () => number): Progress {
  const start = now();
  const drawn = new SingleBar({
    stream,
    clearOnComplete: true,
    hideCursor: true,
    barsize: 28,
    fps: 10,
    // The default handler of its own would race with ours for Ctrl-C.
    gracefulExit: false,
    format: "{bar} {value}/{total} files{pace}",
    barCompleteChar: "━",
    barIncompleteChar: "─",
  });
  let started = false;
  return {
    update: (done, total) => {
      if (!started) {
        started = true;
        drawn.start(total, done, { pace: "" });
      }
      drawn.setTotal(total);
      drawn.update(done, { pace: pace(done, total, now() - start) });
    },
    stop: () => {
      if (started) drawn.stop();
    },
  };
}

function plainLines(stream: ProgressStream, now: () => number): Progress {
  const start = now();
  let last = start;
  let stopped = false;
  return {
    update: (done, total) => {
      const at = now();
      if (stopped || at - last < LINE_MS) return;
      last = at;
      stream.write(`${done}/${total} files${pace(done, total, at - start)}\n`);
    },
    stop: () => {
      stopped = true;
    },
  };
}

/** ` · 120 files/s · 14 s left`; empty while nothing can be said. */
function pace(done: number, total: number, elapsedMs: number): string {
  if (done === 0 || elapsedMs <= 0) return "";
  const perSecond = (done / elapsedMs) * 1000;
  const left = Math.ceil((total - done) / perSecond);
  const rate = perSecond >= 10 ? perSecond.toFixed(0) : perSecond.toFixed(1);
  return done >= total ? ` · ${rate} files/s` : ` · ${rate} files/s · ${duration(left)} left`;
}

function duration(seconds: number): string {
  return seconds < 60 ? `${seconds} s` : `${Math.floor(seconds / 60)} min ${seconds % 60} s`;
}
