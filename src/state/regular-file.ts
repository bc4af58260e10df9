import { closeSync, constants, fstatSync, openSync, readFileSync } from "node:fs";
import { systemErrorCode } from "../base/errno.ts";

/** Opened so, a pipe in a file's place is not waited for. */
export const READ_ONLY = constants.O_RDONLY | (constants.O_NONBLOCK ?? 0);

/**
 * The bytes of a file of the state, for the quiet path: undefined where it isn't there, is no regular file or can't be read. The
 * whole path meets that again and reports it.
 */
export function readRegularFile(path: string): Buffer | undefined {
  let handle: number | undefined;
  try {
    handle = openSync(path, READ_ONLY);
    return fstatSync(handle).isFile() ? readFileSync(handle) : undefined;
  } catch (error) {
    if (systemErrorCode(error) !== undefined) return undefined;
    throw error;
  } finally {
    if (handle !== undefined) closeSync(handle);
  }
}
