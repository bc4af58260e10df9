import { expect, test } from "vitest";
import { failure, success } from "../../../src/base/result.ts";
import type { FileIo } from "../../../src/vale/file-io.ts";
import { changeSince, inspectFile, type InspectedFile } from "../../../src/vale/inspect-file.ts";

interface Entry {
  text: Buffer;
  stamp: string;
  changedMs: number;
  isFile: boolean;
}

/** A disk with one file, whose clock the test sets. */
class OneFileDisk implements FileIo {
  entry: Entry | undefined;
  refuses = "";

  constructor(text: string, changedMs: number) {
    this.entry = { text: Buffer.from(text), stamp: "1", changedMs, isFile: true };
  }

  readonly inspect: FileIo["inspect"] = () =>
    this.entry === undefined
      ? failure("ENOENT")
      : success({
          isFile: this.entry.isFile,
          bytes: this.entry.text.length,
          stamp: this.entry.stamp,
          changedMs: this.entry.changedMs,
        });

  readonly follow: FileIo["follow"] = this.inspect;

  readonly read: FileIo["read"] = () => {
    if (this.entry === undefined) return failure("ENOENT");
    return this.refuses === "" ? success(this.entry.text) : failure(this.refuses);
  };
}

const options = { maxFileBytes: 100, keep: false, now: () => 1_000_000 };

function inspected(disk: FileIo): InspectedFile {
  const result = inspectFile(disk, "/w/a.md", options);
  if (!result.ok) throw new Error(result.problem.code);
  return result.value;
}

function problemOf(disk: FileIo): unknown {
  const result = inspectFile(disk, "/w/a.md", options);
  return result.ok ? undefined : result.problem;
}

test("what keeps a file from being checked is told without Vale", () => {
  const disk = new OneFileDisk("x".repeat(101), 0);
  expect(problemOf(disk)).toEqual({ code: "too-large", bytes: 101, maxBytes: 100 });
  disk.entry = { text: Buffer.from("x"), stamp: "1", changedMs: 0, isFile: false };
  expect(problemOf(disk)).toMatchObject({ code: "unreadable" });
  disk.entry.isFile = true;
  disk.refuses = "EACCES";
  expect(problemOf(disk)).toEqual({ code: "unreadable", errno: "EACCES" });
  disk.entry = undefined;
  expect(problemOf(disk)).toEqual({ code: "vanished" });
});

test("an old file with the same stamp is the same without being read again", () => {
  const disk = new OneFileDisk("old", 990_000);
  const before = inspected(disk);
  disk.refuses = "EIO";
  expect(changeSince(disk, "/w/a.md", before)).toBeUndefined();
});

test("a rewrite within one clock tick that keeps the stamp is still seen", () => {
  const disk = new OneFileDisk("foobad", 999_500);
  const before = inspected(disk);
  expect(changeSince(disk, "/w/a.md", before)).toBeUndefined();
  if (disk.entry !== undefined) disk.entry.text = Buffer.from("foogod");
  expect(changeSince(disk, "/w/a.md", before)).toEqual({ code: "changed-while-checked" });
});

test("another stamp, or no file any more, is a change", () => {
  const disk = new OneFileDisk("old", 0);
  const before = inspected(disk);
  if (disk.entry !== undefined) disk.entry.stamp = "2";
  expect(changeSince(disk, "/w/a.md", before)).toEqual({ code: "changed-while-checked" });
  disk.entry = undefined;
  expect(changeSince(disk, "/w/a.md", before)).toEqual({ code: "vanished" });
});
