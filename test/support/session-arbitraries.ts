import * as fc from "fast-check";
import type { Digest } from "../../src/base/digest.ts";
import type { RelPath } from "../../src/base/rel-path.ts";
import type { FileStamp } from "../../src/snapshot/file-stamp.ts";
import type { FileCheck, Session, SessionFile } from "../../src/state/session.ts";

const hexDigit = fc.nat(15).map((digit) => digit.toString(16));
const nanoseconds = fc.bigInt({ min: -(2n ** 63n), max: 2n ** 63n - 1n });

export const anyPath: fc.Arbitrary<RelPath> = fc
  .oneof(
    fc.string({ minLength: 1, unit: "binary" }),
    fc.string({ minLength: 1 }),
    fc.constant("a\udcff.md"),
  )
  .map((text) => text as RelPath);

export const anyDigest: fc.Arbitrary<Digest> = fc
  .oneof(
    fc.string({ minLength: 40, maxLength: 40, unit: hexDigit }),
    fc.string({ minLength: 64, maxLength: 64, unit: hexDigit }),
  )
  .map((text) => text as Digest);

export const anyStamp: fc.Arbitrary<FileStamp> = fc.record({
  mtimeNs: nanoseconds,
  ctimeNs: nanoseconds,
  size: fc.bigInt({ min: 0n, max: 2n ** 40n }),
  ino: fc.bigInt({ min: 0n, max: 2n ** 64n - 1n }),
});

const anyCheck: fc.Arbitrary<FileCheck> = fc.oneof(
  fc.record({
    state: fc.constant("pending" as const),
    owner: fc.option(fc.record({ pid: fc.nat(), startTime: fc.string() }), { nil: undefined }),
  }),
  fc.record({
    state: fc.constant("unchecked" as const),
    code: fc.constantFrom("crashed", "timed-out", "not-utf8", "not-reached"),
    timedOutAfterMs: fc.option(fc.nat(), { nil: undefined }),
  }),
  fc.constant({ state: "clean" as const }),
  fc.constant({ state: "skipped" as const }),
  fc.record({
    state: fc.constant("findings" as const),
    keys: fc.array(fc.string()),
    teller: fc.constant(undefined),
  }),
);

const anyFile: fc.Arbitrary<SessionFile> = fc.record({
  path: anyPath,
  digest: anyDigest,
  stamp: anyStamp,
  renamedFrom: fc.option(anyPath, { nil: undefined }),
  check: anyCheck,
  toldFor: fc.option(anyDigest, { nil: undefined }),
  toldAs: fc.option(fc.string(), { nil: undefined }),
  silencing: fc.array(fc.record({ line: fc.nat(), key: fc.string() }), { maxLength: 2 }),
});

/** Any session at all. */
export const anySession: fc.Arbitrary<Session> = fc.record({
  generation: fc.nat(),
  startedAtMs: fc.nat(),
  startedBy: fc.constantFrom("pre-tool-use", "post-tool-use", "stop"),
  files: fc
    .uniqueArray(anyFile, { selector: (file) => file.path, maxLength: 6 })
    .map((files) => new Map(files.map((file) => [file.path, file]))),
  own: fc.uniqueArray(anyDigest, { maxLength: 5 }).map((list) => new Set(list)),
  fromGit: fc.array(fc.tuple(anyPath, anyDigest), { maxLength: 4 }).map((list) => new Map(list)),
  head: fc.option(fc.record({ commit: anyDigest, reflogBytes: fc.nat() }), { nil: undefined }),
  told: fc.array(fc.string(), { maxLength: 4 }).map((list) => new Set(list)),
  blocked: fc.array(fc.string(), { maxLength: 4 }).map((list) => new Set(list)),
  blocking: fc.option(
    fc.record({
      owner: fc.record({ pid: fc.nat(), startTime: fc.string() }),
      atMs: fc.nat(),
      findings: fc.string(),
    }),
    { nil: undefined },
  ),
  checks: fc.option(fc.string(), { nil: undefined }),
  hasNews: fc.boolean(),
  checksAtStart: fc
    .array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 })
    .map((list) => new Map(list)),
  checksChanged: fc
    .array(fc.tuple(fc.string(), fc.string()), { maxLength: 3 })
    .map((list) => new Map(list)),
  observed: fc.array(
    fc.record({
      path: anyPath,
      line: fc.nat(),
      column: fc.nat(),
      check: fc.string(),
      severity: fc.string(),
    }),
    { maxLength: 3 },
  ),
});
