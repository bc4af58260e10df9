import { closeSync, constants, fstatSync, openSync, readSync } from "node:fs";
import { getSystemErrorName } from "node:util";

import { systemErrorCode } from "../base/errno.ts";
import { limits } from "../base/limits.ts";
import type { InputProblem } from "../base/problem.ts";
import { failure, success } from "../base/result.ts";
import type { Result } from "../base/result.ts";
import { readRawPipe } from "./raw-pipe.ts";

const STDIN = 0;
const CHUNK_BYTES = 64 * 1024;
/** As much of an event that can't be read is looked at for what it was: clients send the large fields last. */
const PARTIAL_BYTES = 8 * 1024 * 1024;

/** Standard input's end was not reached without waiting. `isPipe`: it is a pipe or a UNIX socket. */
interface Unfinished {
  readonly ended: false;
  readonly isPipe: boolean;
}

/**
 * Reads standard input to its end. The beginning of what came before a failure is given to `onPartial`. Fails with `input-too-large` beyond `maxBytes`, with `input-timeout` where the end
 * has not come within `timeoutMs`, and with `input-unreadable` where reading fails. Afterwards nothing keeps the process alive.
 *
 * A file and a Linux pipe (Codex) are read without the event loop, which costs 0.1 ms where `process.stdin` costs 8.
 * A plain blocking read is no choice: it can't be given up, not even by `process.exit`, which waits for the thread of an
 * asynchronous `fs.read`. A pipe is therefore opened anew without blocking; a socket (Claude Code) can't be. What has to be
 * waited for is read by its native handle, or where that can't be had by `process.stdin`.
 */
export async function readInput({
  maxBytes = limits.inputBytes,
  timeoutMs = limits.inputMs,
  onPartial,
}: InputOptions = {}): Promise<Result<Buffer, InputProblem>> {
  const chunks = new Chunks(maxBytes);
  const read = await readInto(chunks, timeoutMs);
  if (!read.ok) onPartial?.(chunks.bytes(PARTIAL_BYTES));
  return read;
}

export interface InputOptions {
  readonly maxBytes?: number;
  readonly timeoutMs?: number;
  readonly onPartial?: (bytes: Buffer) => void;
}

async function readInto(chunks: Chunks, timeoutMs: number): Promise<Result<Buffer, InputProblem>> {
  try {
    const atOnce = readWithoutWaiting(chunks);
    if (atOnce.ended) return chunks.result();
    return await ((atOnce.isPipe ? readFromHandle(chunks, timeoutMs) : undefined) ??
      readFromStream(chunks, timeoutMs));
  } catch (error) {
    const errno = systemErrorCode(error);
    if (errno === undefined) throw error;
    return failure({ code: "input-unreadable", errno });
  }
}

class Chunks {
  readonly #parts: Buffer[] = [];
  readonly #maxBytes: number;
  #bytes = 0;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** Whether there may be more. */
  add(chunk: Buffer): boolean {
    this.#parts.push(chunk);
    this.#bytes += chunk.length;
    return !this.tooLarge;
  }

  get tooLarge(): boolean {
    return this.#bytes > this.#maxBytes;
  }

  result(): Result<Buffer, InputProblem> {
    if (this.tooLarge) return failure({ code: "input-too-large", maxBytes: this.#maxBytes });
    return success(this.bytes());
  }

  bytes(most: number = this.#bytes): Buffer {
    return Buffer.concat(this.#parts, Math.min(this.#bytes, most));
  }
}

function readWithoutWaiting(chunks: Chunks): { readonly ended: true } | Unfinished {
  const stats = fstatSync(STDIN);
  if (stats.isFile() || stats.isDirectory()) return drain(STDIN, chunks);
  const isPipe = process.platform !== "win32" && (stats.isFIFO() || stats.isSocket());
  if (!stats.isFIFO() || process.platform !== "linux") return { ended: false, isPipe };
  const fd = openWithoutBlocking();
  if (fd === undefined) return { ended: false, isPipe };
  try {
    return drain(fd, chunks);
  } finally {
    closeSync(fd);
  }
}

/** Standard input's pipe under a descriptor of its own, so that not blocking is not forced on others who hold it. */
function openWithoutBlocking(): number | undefined {
  try {
    return openSync("/proc/self/fd/0", constants.O_RDONLY | constants.O_NONBLOCK);
  } catch (error) {
    // No /proc, or a pipe of another user: the stream can still read it.
    if (systemErrorCode(error) !== undefined) return undefined;
    throw error;
  }
}

function drain(fd: number, chunks: Chunks): { readonly ended: true } | Unfinished {
  for (;;) {
    const buffer = Buffer.allocUnsafe(CHUNK_BYTES);
    let length: number;
    try {
      length = readSync(fd, buffer);
    } catch (error) {
      if (systemErrorCode(error) === "EAGAIN") return { ended: false, isPipe: true };
      throw error;
    }
    if (length === 0 || !chunks.add(buffer.subarray(0, length))) return { ended: true };
  }
}

/** Undefined where there is no native handle to be had. */
function readFromHandle(
  chunks: Chunks,
  timeoutMs: number,
): Promise<Result<Buffer, InputProblem>> | undefined {
  const { promise, resolve } = promiseWithResolve<Result<Buffer, InputProblem>>();
  const giveUp = readRawPipe(STDIN, {
    onChunk: (chunk) => {
      if (chunks.add(chunk)) return;
      giveUp?.();
      resolve(chunks.result());
    },
    onEnd: () => resolve(chunks.result()),
    onError: (errno) =>
      resolve(failure({ code: "input-unreadable", errno: getSystemErrorName(errno) })),
  });
  if (giveUp === undefined) return undefined;
  const timer = setTimeout(() => {
    giveUp();
    resolve(failure({ code: "input-timeout", afterMs: timeoutMs }));
  }, timeoutMs);
  return promise.finally(() => clearTimeout(timer));
}

/** `Promise.withResolvers`, which Node 20 doesn't have. */
function promiseWithResolve<T>(): {
  readonly promise: Promise<T>;
  readonly resolve: (value: T) => void;
} {
  let settle: ((value: T) => void) | undefined;
  const promise = new Promise<T>((resolve) => {
    settle = resolve;
  });
  return { promise, resolve: (value) => settle?.(value) };
}

function readFromStream(chunks: Chunks, timeoutMs: number): Promise<Result<Buffer, InputProblem>> {
  const { stdin } = process;
  return new Promise((resolve, reject) => {
    const finish = (result: Result<Buffer, InputProblem>): void => {
      clearTimeout(timer);
      stdin.off("data", onData).off("end", onEnd).destroy();
      resolve(result);
    };
    const onData = (chunk: Buffer): void => {
      if (!chunks.add(chunk)) finish(chunks.result());
    };
    const onEnd = (): void => finish(chunks.result());
    const timer = setTimeout(() => {
      finish(failure({ code: "input-timeout", afterMs: timeoutMs }));
    }, timeoutMs);
    stdin.on("data", onData).on("end", onEnd);
    stdin.on("error", (error) => {
      clearTimeout(timer);
      reject(error);
    });
  });
}
