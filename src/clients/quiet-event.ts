import { statSync } from "node:fs";
import { isAbsolute } from "node:path";

import type { InputProblem } from "../base/problem.ts";
import { failure, success } from "../base/result.ts";
import type { Result } from "../base/result.ts";
import { eventKind } from "./event-kind.ts";
import type { EventKind } from "./event-kind.ts";
import { lighten } from "./lighten.ts";

/**
 * What every event needs, read with nothing but `JSON.parse`, so that a tool call that changed nothing loads no schema
 * library. `toHookEvent` makes the full event of it.
 */
export interface QuietEvent {
  readonly kind: EventKind;
  /** The client's own name of the event: the payload's, else the one of `--event`, else empty. */
  readonly name: string;
  readonly sessionId: string;
  /** Absolute, and a folder when it was read. */
  readonly cwd: string;
  readonly payload: Readonly<Record<string, unknown>>;
}

/** What is said of a `cwd` that isn't there. */
export const GONE_FOLDER = "does not exist";

export interface QuietEventOptions {
  /** The event's name by `--event`, for a payload that has none. */
  readonly eventName?: string | undefined;
  /** Says what is wrong with a path as a working folder; undefined: nothing. */
  readonly folderFault?: (path: string) => string | undefined;
}

/**
 * Reads one event. Unknown events and fields are accepted, a byte order mark is passed over. Fails with an `input-*`
 * problem when the input is empty, not a JSON object, has no usable `session_id`, or a `cwd` that is not an existing
 * absolute folder. No text of the input is ever part of the problem.
 */
export function parseQuietEvent(
  bytes: Buffer,
  { eventName, folderFault = diskFolderFault }: QuietEventOptions = {},
): Result<QuietEvent, InputProblem> {
  const parsed = parseObject(lighten(withoutByteOrderMark(bytes)));
  if (!parsed.ok) return parsed;
  const payload = parsed.value;
  const sessionId = payload["session_id"];
  if (typeof sessionId !== "string") return badField("session_id", isMissing(sessionId));
  if (sessionId === "") return badField("session_id", "is empty");
  const cwd = payload["cwd"];
  if (typeof cwd !== "string") return badField("cwd", isMissing(cwd));
  if (!isAbsolute(cwd)) return badField("cwd", "is not an absolute path");
  const fault = cwd.includes("\0") ? "has a NUL byte" : folderFault(cwd);
  if (fault !== undefined) return badField("cwd", fault);
  const named = payload["hook_event_name"];
  const name = typeof named === "string" ? named : (eventName ?? "");
  return success({
    kind: eventKind(name),
    name,
    sessionId,
    cwd,
    payload,
  });
}

/**
 * The payload alone, for what must be known even of an event that can't be used (which event, which policy). Fails with
 * `input-empty`, `input-not-json` or `input-not-object`.
 */
export function parsePayload(bytes: Buffer): Result<Record<string, unknown>, InputProblem> {
  return parseObject(lighten(withoutByteOrderMark(bytes)));
}

function parseObject(bytes: Buffer): Result<Record<string, unknown>, InputProblem> {
  const text = bytes.toString("utf8");
  if (text.trim() === "") return failure({ code: "input-empty" });
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    if (error instanceof SyntaxError) {
      return failure({ code: "input-not-json", detail: where(error, text.length) });
    }
    throw error;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) {
    return failure({ code: "input-not-object" });
  }
  return success(value as Record<string, unknown>);
}

function withoutByteOrderMark(bytes: Buffer): Buffer {
  const marked = bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;
  return marked ? bytes.subarray(3) : bytes;
}

/** V8's message quotes the input, which may be anything: only the place is taken from it. */
function where(error: SyntaxError, length: number): string {
  const position = /at position (\d+)/.exec(error.message)?.[1];
  const isCutShort = /end of JSON|Unterminated/.test(error.message) || Number(position) === length;
  if (isCutShort) return "it ends too early";
  return position === undefined ? "unexpected character" : `unexpected character ${position}`;
}

function isMissing(value: unknown): string {
  return value === undefined ? "is missing" : "is not a string";
}

function badField(field: string, detail: string): Result<never, InputProblem> {
  return failure({ code: "input-field", field, detail });
}

function diskFolderFault(path: string): string | undefined {
  try {
    const stats = statSync(path, { throwIfNoEntry: false });
    if (stats === undefined) return GONE_FOLDER;
    return stats.isDirectory() ? undefined : "is not a folder";
  } catch (error) {
    if (error instanceof Error && "code" in error) return `can't be read (${String(error.code)})`;
    throw error;
  }
}
