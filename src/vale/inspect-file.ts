import { contentDigest, type Digest } from "../base/digest.ts";
import type { FileProblem } from "../base/problem.ts";
import { failure, success, type Result } from "../base/result.ts";
import type { FileFacts, FileIo } from "./file-io.ts";
import { hasByteOrderMark, textFault } from "./text-fault.ts";

/** A file that can be handed to Vale, as it was when it was read. */
export interface InspectedFile {
  readonly bytes: number;
  /** Of the content, always SHA-256. */
  readonly digest: Digest;
  readonly hasByteOrderMark: boolean;
  /** The content where it is needed again. */
  readonly content: Buffer | undefined;
  readonly facts: FileFacts;
  /** Epoch milliseconds just before the facts were taken. */
  readonly inspectedMs: number;
}

export interface InspectOptions {
  readonly maxFileBytes: number;
  /** Keep the content. */
  readonly keep: boolean;
  /** Epoch milliseconds. */
  readonly now: () => number;
}

/** Coarsest step of any file system's clock (FAT): within it a write may leave the stamp as it was. */
const CLOCK_STEP_MS = 2_000;

/** Reads a file and tells what keeps it from being checked, without starting Vale. */
export function inspectFile(
  io: FileIo,
  path: string | Buffer,
  options: InspectOptions,
): Result<InspectedFile, FileProblem> {
  const inspectedMs = options.now();
  const facts = io.inspect(path);
  if (!facts.ok) return failure(accessProblem(facts.problem));
  if (!facts.value.isFile) return failure({ code: "unreadable", errno: "not a regular file" });
  const tooLarge = sizeProblem(facts.value.bytes, options.maxFileBytes);
  if (tooLarge !== undefined) return failure(tooLarge);
  const content = io.read(path);
  if (!content.ok) return failure(accessProblem(content.problem));
  const fault = sizeProblem(content.value.length, options.maxFileBytes) ?? textFault(content.value);
  if (fault !== undefined) return failure(fault);
  return success({
    bytes: content.value.length,
    digest: contentDigest(content.value, "sha256"),
    hasByteOrderMark: hasByteOrderMark(content.value),
    content: options.keep ? content.value : undefined,
    facts: facts.value,
    inspectedMs,
  });
}

/**
 * What happened to a file since it was inspected, or `undefined` where Vale read just the content that
 * was inspected. An equal stamp is only believed if it is older than a clock step; else the content is
 * read again.
 */
export function changeSince(
  io: FileIo,
  path: string | Buffer,
  before: InspectedFile,
): FileProblem | undefined {
  const facts = io.inspect(path);
  if (!facts.ok) return accessProblem(facts.problem);
  if (facts.value.stamp !== before.facts.stamp) return { code: "changed-while-checked" };
  if (before.facts.changedMs + CLOCK_STEP_MS < before.inspectedMs) return undefined;
  const content = io.read(path);
  if (!content.ok) return accessProblem(content.problem);
  const same = contentDigest(content.value, "sha256") === before.digest;
  return same ? undefined : { code: "changed-while-checked" };
}

function accessProblem(errno: string): FileProblem {
  return errno === "ENOENT" || errno === "ENOTDIR"
    ? { code: "vanished" }
    : { code: "unreadable", errno };
}

function sizeProblem(bytes: number, maxBytes: number): FileProblem | undefined {
  return bytes > maxBytes ? { code: "too-large", bytes, maxBytes } : undefined;
}
