import { contentDigest, textsDigest } from "../base/digest.ts";
import type { FileIo } from "./file-io.ts";
import type { ValeProgram } from "./vale-program.ts";

export interface ChecksSource {
  readonly vale: ValeProgram;
  /**
   * Absolute paths of all that decides what Vale says: configuration files and everything below the
   * StylesPath (rules, vocabularies, dictionaries, packages), in any order. Folders may be among them.
   */
  readonly files: readonly string[];
  /** Whatever else decides: whether the global configuration is merged in, the StylesPath of the environment. */
  readonly options: readonly string[];
}

/**
 * Digest of everything that decides what Vale says about a text: contents of the files (so that a
 * `touch` costs nothing and a change within a clock step isn't missed), Vale's own path, size and time.
 * `undefined` where something of it can't be read: then nothing may be remembered.
 */
export function checksFingerprint(source: ChecksSource, io: FileIo): string | undefined {
  const vale = io.follow(source.vale.path);
  if (!vale.ok) return undefined;
  const parts = [source.vale.path, vale.value.stamp, ...source.options];
  for (const file of source.files.toSorted()) {
    const facts = io.follow(file);
    if (!facts.ok && facts.problem !== "ENOENT") return undefined;
    if (!facts.ok) {
      parts.push(file, "absent");
      continue;
    }
    if (!facts.value.isFile) {
      parts.push(file, "not a file");
      continue;
    }
    const content = io.read(file);
    if (!content.ok) return undefined;
    parts.push(file, contentDigest(content.value, "sha256"));
  }
  return textsDigest(parts);
}
