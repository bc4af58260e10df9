import { nameHash } from "../base/name-hash.ts";

/** The version of the format that this build writes and reads. */
export const SESSION_VERSION = 1;

/**
 * The first line of `session.json`. It says what the quiet path wants to know without reading the
 * second line, which holds the session itself. Quiet path: node's own modules only.
 */
export interface SessionHeader {
  readonly generation: number;
  /** Whether any file still waits for its check, or for its findings to be told. */
  readonly owes: boolean;
  /** Whether a Stop has something to say: findings or files that could not be checked. */
  readonly remains: boolean;
}

export type HeaderFault =
  | { readonly fault: "damaged" }
  | { readonly fault: "version"; readonly version: number };

/** A session file taken apart. */
export interface HeadedFile {
  readonly header: SessionHeader;
  readonly body: Buffer;
  /** What the header says of the body: 32 hex digits. Only who reads the body has to compare it. */
  readonly bodyDigest: string;
}

/** The whole file: header line and body line. */
export function joinHeader({ header, body, bodyDigest }: HeadedFile): Buffer {
  const line = headerLine(header, body.length, bodyDigest);
  return Buffer.concat([Buffer.from(`${line}\n`), body, Buffer.from("\n")]);
}

const HEADER =
  /^\{"version":(\d{1,9}),(?:"generation":(\d{1,15}),"owes":(true|false),"remains":(true|false),"bytes":\d+,"body":"([0-9a-f]{32})",)?/;

/**
 * Header and body of a file's bytes. The header line must be the very one that this build would write for a body of this
 * length, so that neither a flipped bit in it nor a cut goes unseen. That the body is whole is not looked at: it takes a
 * digest, and that `node:crypto`, which is 6 ms of a quiet event (bench/README.md).
 */
export function splitHeader(file: Buffer): HeadedFile | HeaderFault {
  const end = file.indexOf(0x0a);
  if (end < 0) return { fault: "damaged" };
  const line = file.toString("latin1", 0, end);
  const match = HEADER.exec(line);
  if (match === null) return { fault: "damaged" };
  const [, version, generation, owes, remains, bodyDigest = ""] = match;
  if (Number(version) !== SESSION_VERSION) return { fault: "version", version: Number(version) };
  if (file.at(-1) !== 0x0a) return { fault: "damaged" };
  const header = {
    generation: Number(generation),
    owes: owes === "true",
    remains: remains === "true",
  };
  const body = file.subarray(end + 1, -1);
  if (line !== headerLine(header, body.length, bodyDigest)) return { fault: "damaged" };
  return { header, body, bodyDigest };
}

function headerLine(header: SessionHeader, bytes: number, bodyDigest: string): string {
  const { generation, owes, remains } = header;
  const said = `{"version":${SESSION_VERSION},"generation":${generation},"owes":${owes},"remains":${remains},"bytes":${bytes},"body":"${bodyDigest}"`;
  return `${said},"header":"${nameHash(said)}"}`;
}
