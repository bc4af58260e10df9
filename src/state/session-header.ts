import { createHash } from "node:crypto";

/** The version of the format that this build writes and reads. */
export const SESSION_VERSION = 1;

/**
 * The first line of `session.json`. It says what the quiet path wants to know without parsing the
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

/** The whole file: header line and body line, with a checksum over both. */
export function joinHeader(header: SessionHeader, body: string): string {
  const bytes = Buffer.from(body, "utf8");
  return `${headerLine(header, bytes)}\n${body}\n`;
}

/**
 * Header and body of a file's bytes, verified: the header line must be the very one that this build
 * would write, so that no flipped bit goes unseen.
 */
export function splitHeader(
  file: Buffer,
): { readonly header: SessionHeader; readonly body: Buffer } | HeaderFault {
  const end = file.indexOf(0x0a);
  if (end < 0) return { fault: "damaged" };
  const line = file.toString("latin1", 0, end);
  const match =
    /^\{"version":(\d{1,9}),(?:"generation":(\d{1,15}),"owes":(true|false),"remains":(true|false),)?/.exec(
      line,
    );
  if (match === null) return { fault: "damaged" };
  const version = Number(match[1]);
  if (version !== SESSION_VERSION) return { fault: "version", version };
  if (file.at(-1) !== 0x0a) return { fault: "damaged" };
  const header = {
    generation: Number(match[2]),
    owes: match[3] === "true",
    remains: match[4] === "true",
  };
  const body = file.subarray(end + 1, -1);
  return line === headerLine(header, body) ? { header, body } : { fault: "damaged" };
}

function headerLine(header: SessionHeader, body: Buffer): string {
  const said = `{"version":${SESSION_VERSION},"generation":${header.generation},"owes":${header.owes},"remains":${header.remains}`;
  const checksum = createHash("sha256").update(said).update(body).digest("hex").slice(0, 32);
  return `${said},"checksum":"${checksum}"}`;
}
