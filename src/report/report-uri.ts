import { relPathBytes, type RelPath } from "../base/rel-path.ts";

/**
 * A path as a URI reference (RFC 3986), every byte of it: what is neither unreserved nor `/` is percent-encoded, bytes
 * that are not UTF-8 too.
 */
export function pathUri(path: string): string {
  let uri = "";
  for (const byte of relPathBytes(path as RelPath)) {
    const char = String.fromCharCode(byte);
    uri += /[A-Za-z0-9._~/-]/.test(char)
      ? char
      : `%${byte.toString(16).toUpperCase().padStart(2, "0")}`;
  }
  return uri;
}

/** The `file:` URI of a folder, with the slash at its end that makes relative references resolve below it. */
export function folderUri(folder: string): string {
  const slashed = folder.replaceAll("\\", "/");
  const rooted = slashed.startsWith("/") ? slashed : `/${slashed}`;
  return `file://${pathUri(rooted.endsWith("/") ? rooted : `${rooted}/`)}`;
}

/** A rule's link as an address that may be followed: http or https only; undefined for anything else. */
export function webLink(link: string): string | undefined {
  if (!URL.canParse(link)) return undefined;
  const url = new URL(link);
  return url.protocol === "https:" || url.protocol === "http:" ? url.href : undefined;
}
