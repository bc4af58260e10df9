import * as v from "valibot";
import { textDigest, type Digest } from "../base/digest.ts";
import type { RelPath } from "../base/rel-path.ts";
import { failure, success, type Result } from "../base/result.ts";
import { isDue, remainsOpen } from "./checks-due.ts";
import { parseJson } from "./parse-json.ts";
import { joinHeader, splitHeader, type HeaderFault, type SessionHeader } from "./session-header.ts";
import type { FileCheck, Session, SessionFile } from "./session.ts";

/**
 * A session as the bytes of `session.json`: a header line (see `session-header.ts`) and the session as
 * one line of JSON. Lone surrogates in paths survive, for JSON escapes them.
 */
export function encodeSession(session: Session): Buffer {
  const files = [...session.files.values()];
  const header = {
    generation: session.generation,
    owes: session.hasNews || files.some(isDue),
    remains: session.checksChanged.size > 0 || files.some(remainsOpen),
  };
  const body = encodeBody(session);
  return joinHeader({ header, body: Buffer.from(body, "utf8"), bodyDigest: textDigest(body) });
}

/** The inverse of {@link encodeSession}. Never throws, whatever the bytes are. */
export function decodeSession(bytes: Buffer): Result<Session, HeaderFault> {
  const split = openIntact(bytes);
  if ("fault" in split) return failure(split);
  const parsed = v.safeParse(bodySchema, parseJson(split.text));
  if (!parsed.success) return failure({ fault: "damaged" });
  return success({ generation: split.header.generation, ...parsed.output });
}

/** The generation in a file's bytes; undefined where it is damaged or of another version. */
export function generationOf(bytes: Buffer): number | undefined {
  const split = openIntact(bytes);
  return "fault" in split ? undefined : split.header.generation;
}

interface IntactFile {
  readonly header: SessionHeader;
  /** The body. */
  readonly text: string;
}

function openIntact(bytes: Buffer): IntactFile | HeaderFault {
  const split = splitHeader(bytes);
  if ("fault" in split) return split;
  const { header, body, bodyDigest } = split;
  const text = body.toString("utf8");
  return textDigest(text) === bodyDigest ? { header, text } : { fault: "damaged" };
}

/** Whether two sessions say the same, their generations aside. */
export function saysTheSame(a: Session, b: Session): boolean {
  return a === b || encodeBody(a) === encodeBody(b);
}

function encodeBody(session: Session): string {
  const { generation: _, ...rest } = session;
  return JSON.stringify({
    ...rest,
    files: [...session.files.values()].map(encodeFile),
    own: [...session.own],
    fromGit: [...session.fromGit],
    checksAtStart: [...session.checksAtStart],
    checksChanged: [...session.checksChanged],
    told: [...session.told],
    blocked: [...session.blocked],
  });
}

function encodeFile(file: SessionFile): unknown {
  const { mtimeNs, ctimeNs, size, ino } = file.stamp;
  return { ...file, stamp: [mtimeNs, ctimeNs, size, ino].map(String) };
}

const digest = v.pipe(
  v.string(),
  v.regex(/^(?:[0-9a-f]{40}|[0-9a-f]{64})$/),
  v.transform((text) => text as Digest),
);
const path = v.pipe(
  v.string(),
  v.minLength(1),
  v.transform((text) => text as RelPath),
);
const count = v.pipe(v.number(), v.safeInteger(), v.minValue(0));
const integer = v.pipe(
  v.string(),
  v.regex(/^-?\d{1,20}$/),
  v.transform((text) => BigInt(text)),
);
const texts = v.pipe(
  v.array(v.string()),
  v.transform((list): ReadonlySet<string> => new Set(list)),
);

const owner = v.strictObject({ pid: count, startTime: v.string() });

const check = v.variant("state", [
  v.pipe(
    v.strictObject({ state: v.literal("pending"), owner: v.optional(owner) }),
    v.transform((value): FileCheck => ({ state: "pending", owner: value.owner })),
  ),
  v.pipe(
    v.strictObject({
      state: v.literal("unchecked"),
      code: v.string(),
      timedOutAfterMs: v.optional(v.number()),
    }),
    v.transform((value): FileCheck => ({
      state: "unchecked",
      code: value.code,
      timedOutAfterMs: value.timedOutAfterMs,
    })),
  ),
  v.strictObject({ state: v.picklist(["clean", "skipped"]) }),
  v.pipe(
    v.strictObject({
      state: v.literal("findings"),
      keys: v.array(v.string()),
      teller: v.optional(owner),
    }),
    v.transform((value): FileCheck => ({
      state: "findings",
      keys: value.keys,
      teller: value.teller,
    })),
  ),
]);

const file = v.pipe(
  v.strictObject({
    path,
    digest,
    stamp: v.strictTuple([integer, integer, integer, integer]),
    renamedFrom: v.optional(path),
    check,
    toldFor: v.optional(digest),
    toldAs: v.optional(v.string()),
    silencing: v.array(v.strictObject({ line: count, key: v.string() })),
  }),
  v.transform(({ stamp: [mtimeNs, ctimeNs, size, ino], ...rest }): SessionFile => {
    return {
      path: rest.path,
      digest: rest.digest,
      stamp: { mtimeNs, ctimeNs, size, ino },
      renamedFrom: rest.renamedFrom,
      check: rest.check,
      toldFor: rest.toldFor,
      toldAs: rest.toldAs,
      silencing: rest.silencing,
    };
  }),
);

const bodySchema = v.pipe(
  v.strictObject({
    startedAtMs: v.number(),
    startedBy: v.picklist(["pre-tool-use", "post-tool-use", "stop"]),
    files: v.array(file),
    own: v.array(digest),
    fromGit: v.array(v.strictTuple([path, digest])),
    head: v.optional(v.strictObject({ commit: v.string(), reflogBytes: count })),
    told: texts,
    hasNews: v.boolean(),
    blocked: texts,
    blocking: v.optional(v.strictObject({ owner, atMs: v.number(), findings: v.string() })),
    checks: v.optional(v.string()),
    checksAtStart: v.array(v.strictTuple([v.string(), v.string()])),
    checksChanged: v.array(v.strictTuple([v.string(), v.string()])),
    observed: v.array(
      v.strictObject({
        path,
        line: count,
        column: count,
        check: v.string(),
        severity: v.string(),
      }),
    ),
  }),
  v.transform((body): Omit<Session, "generation"> => ({
    startedAtMs: body.startedAtMs,
    startedBy: body.startedBy,
    files: new Map(body.files.map((entry) => [entry.path, entry])),
    own: new Set(body.own),
    fromGit: new Map(body.fromGit),
    head: body.head,
    told: body.told,
    hasNews: body.hasNews,
    blocked: body.blocked,
    blocking: body.blocking,
    checks: body.checks,
    checksAtStart: new Map(body.checksAtStart),
    checksChanged: new Map(body.checksChanged),
    observed: body.observed,
  })),
);
