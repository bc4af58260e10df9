import { createHash } from "node:crypto";

/**
 * Identity of a file's bytes: the id that Git gives a blob of exactly these bytes, as lower-case hex
 * (40 digits in a sha1 repository, 64 in a sha256 one and outside Git). It equals Git's own id only
 * where Git stores the bytes as they are (no CRLF conversion, no filter).
 */
export type Digest = string & { readonly __brand: "Digest" };

/** The hash that a workspace's digests use: its repository's object format. */
export type DigestFormat = "sha1" | "sha256";

/** Digest of file content. Git's own rule: `blob <length>\0` before the bytes. */
export function contentDigest(bytes: Buffer, format: DigestFormat): Digest {
  const hash = createHash(format);
  hash.update(`blob ${bytes.length}\0`);
  hash.update(bytes);
  return hash.digest("hex") as Digest;
}

/**
 * Short digest (128 bits of SHA-256, hex) of text parts, for what the state keeps instead of the
 * text itself. Parts are length-prefixed, so that no two lists of parts meet in one digest.
 */
export function textDigest(...parts: readonly string[]): string {
  return textsDigest(parts);
}

/** {@link textDigest} of any number of parts: so many arguments a call can't have. */
export function textsDigest(parts: Iterable<string>): string {
  const hash = createHash("sha256");
  for (const part of parts) hash.update(`${part.length}:${part}`);
  return hash.digest("hex").slice(0, 32);
}
