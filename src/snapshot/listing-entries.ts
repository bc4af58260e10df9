import { relPathFromBytes, type RelPath } from "../base/rel-path.ts";
import { entryBits } from "./snapshot.ts";

/** The eligible entries of a listing, without stamps. */
export interface ListedEntries {
  readonly starts: Uint32Array;
  readonly lengths: Uint16Array;
  readonly bits: Uint8Array;
  readonly paths: readonly RelPath[];
}

const SLASH = 0x2f;
const LONGEST_NAME = 0xffff;

/**
 * Finds the eligible paths of a NUL-separated listing. A path that is listed more than once in a row
 * (conflict stages) counts once; nested repositories, which Git lists with a closing slash, don't count.
 */
export function listedEntries(
  listing: Buffer,
  isEligible: (path: RelPath) => boolean,
): ListedEntries {
  const text = listing.toString("latin1");
  const starts: number[] = [];
  const lengths: number[] = [];
  const bits: number[] = [];
  const paths: RelPath[] = [];
  for (let start = 0; start < text.length;) {
    const nul = text.indexOf("\0", start);
    const end = nul === -1 ? text.length : nul;
    const raw = text.slice(start, end);
    const usable = end > start && end - start <= LONGEST_NAME && listing[end - 1] !== SLASH;
    const wide = usable && /[^\x00-\x7F]/.test(raw);
    const path = wide ? relPathFromBytes(listing.subarray(start, end)) : (raw as RelPath);
    if (usable && path !== paths.at(-1) && isEligible(path)) {
      starts.push(start);
      lengths.push(end - start);
      bits.push(wide ? entryBits.wide : 0);
      paths.push(path);
    }
    start = end + 1;
  }
  return {
    starts: Uint32Array.from(starts),
    lengths: Uint16Array.from(lengths),
    bits: Uint8Array.from(bits),
    paths,
  };
}
