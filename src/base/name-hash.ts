const OFFSET_BASIS = 0x6c62272e07bb014262b821756295c58dn;
const PRIME = 0x0000000001000000000000000000013bn;
const BITS = 128;
const HALF = 64n;
/** The fraction of the golden ratio, odd. */
const MIX = 0x9e3779b97f4a7c15f39cc0605cedc835n;

/**
 * FNV-1a of a text's UTF-8 bytes (draft-eastlake-fnv), mixed so that any start of it tells texts apart, 128 bits as hex: for
 * names and lines that nobody has a reason to forge. Not a secret's disguise: it can be computed backwards.
 * Loading `node:crypto` costs 6 ms of a process that lives for 50; this hashes a session's id in 0.1 (bench/README.md).
 * Linear in the text, and slow: not for contents.
 */
export function nameHash(text: string): string {
  let hash = OFFSET_BASIS;
  for (const byte of Buffer.from(text, "utf8")) {
    hash = BigInt.asUintN(BITS, (hash ^ BigInt(byte)) * PRIME);
  }
  hash = BigInt.asUintN(BITS, (hash ^ (hash >> HALF)) * MIX);
  hash ^= hash >> HALF;
  return hash.toString(16).padStart(BITS / 4, "0");
}
