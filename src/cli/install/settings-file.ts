import { isUtf8 } from "node:buffer";
import type { Stats } from "node:fs";
import { lstat, mkdir, readFile, realpath, stat, unlink, writeFile } from "node:fs/promises";
import { dirname } from "node:path";

import { lock } from "proper-lockfile";
import writeFileAtomic from "write-file-atomic";

import type { InstallProblem } from "../../base/problem.ts";
import { failure, success, type Result } from "../../base/result.ts";
import { unregisterInText } from "../../clients/registration-edit.ts";
import { withoutMark } from "../../clients/settings-text.ts";

/** What happened to a settings file, or would have. */
export interface EditedFile {
  readonly file: string;
  /** Empty where the file was not there. */
  readonly before: string;
  /** Equals `before` where there was nothing to change. */
  readonly after: string;
  /** Where the text from before is kept, if there was anything in it but what valehook registers. */
  readonly backup: string | undefined;
  /** Whether the file itself is removed, because nothing was in it but what valehook had registered. */
  readonly isRemoved: boolean;
}

export type EditText = (text: string) => Result<string, InstallProblem>;

/**
 * Changes the text of a client's settings file: whole or not at all, through a link to where it leads, its mode and owner kept, with a
 * backup beside it; a regular file in which nothing is left is removed. Of several that do so at once each sees what the one before it wrote; what a client itself wrote
 * since the text was read is read anew. Problems: those of `edit`, `client-settings-invalid` (no UTF-8, a link that leads
 * nowhere), `client-settings-unwritable`. Nothing has changed then.
 */
export async function editSettingsFile(
  file: string,
  edit: EditText,
  { dryRun }: { readonly dryRun: boolean },
): Promise<Result<EditedFile, InstallProblem>> {
  try {
    const planned = await plan(file, edit);
    if (!planned.ok || dryRun || planned.value.before === planned.value.after) return planned;
    await mkdir(dirname(file), { recursive: true });
    return await whileLocked(file, async () => await editLocked(file, edit));
  } catch (error) {
    return failure({ code: "client-settings-unwritable", file, errno: codeOf(error) });
  }
}

/** How often a file is read anew that a client goes on to write. */
const ATTEMPTS = 5;

async function editLocked(
  file: string,
  edit: EditText,
): Promise<Result<EditedFile, InstallProblem>> {
  for (let attempt = 1; ; attempt++) {
    const planned = await plan(file, edit);
    if (!planned.ok || planned.value.before === planned.value.after) return planned;
    const { before, after, isRemoved } = planned.value;
    const backup = isOnlyOurs(file, before) ? undefined : await keepBackup(file);
    const now = await readText(file);
    if (now.ok && (now.value ?? "") !== before && attempt < ATTEMPTS) continue;
    if (!now.ok) return now;
    if ((now.value ?? "") !== before) {
      return failure({ code: "client-settings-unwritable", file, errno: "EBUSY" });
    }
    if (isRemoved) await unlink(file);
    else await writeFileAtomic(file, after);
    return success({ file, before, after, backup, isRemoved });
  }
}

async function plan(file: string, edit: EditText): Promise<Result<EditedFile, InstallProblem>> {
  const text = await readText(file);
  if (!text.ok) return text;
  const before = text.value ?? "";
  const edited = edit(before);
  if (!edited.ok) return edited;
  const isRemoved =
    edited.value !== before && isNothing(edited.value) && (await isRegularFile(file));
  const after = isRemoved ? "" : edited.value;
  return success({ file, before, after, backup: undefined, isRemoved });
}

/** Whether settings text holds nothing but what valehook has registered, if that. */
function isOnlyOurs(file: string, text: string): boolean {
  const rest = unregisterInText(file, text);
  return rest.ok && isNothing(rest.value);
}

/** Whether settings text says nothing: not even a comment. */
function isNothing(text: string): boolean {
  return /^\s*(?:\{\s*\}\s*)?$/.test(withoutMark(text));
}

/** The text of a settings file; undefined where it is not there. Problems: `client-settings-invalid`. */
export async function readText(file: string): Promise<Result<string | undefined, InstallProblem>> {
  let bytes: Buffer;
  try {
    bytes = await readFile(file);
  } catch (error) {
    const errno = codeOf(error);
    if (errno !== "ENOENT" && errno !== "ENOTDIR") {
      return invalid(file, `it can't be read (${errno})`);
    }
    return (await isLink(file))
      ? invalid(file, "it is a link that leads nowhere")
      : success(undefined);
  }
  return isUtf8(bytes) ? success(bytes.toString("utf8")) : invalid(file, "it is not UTF-8");
}

function invalid(file: string, detail: string): Result<never, InstallProblem> {
  return failure({ code: "client-settings-invalid", file, detail });
}

async function isLink(file: string): Promise<boolean> {
  return (await kindOf(file))?.isSymbolicLink() === true;
}

async function isRegularFile(file: string): Promise<boolean> {
  return (await kindOf(file))?.isFile() === true;
}

/** What is there by this name, a link as itself; undefined where nothing is. */
async function kindOf(file: string): Promise<Stats | undefined> {
  try {
    return await lstat(file);
  } catch (error) {
    if (["ENOENT", "ENOTDIR"].includes(codeOf(error))) return undefined;
    throw error;
  }
}

/**
 * Keeps a copy beside the file under a name that no other copy has; one with the same bytes that is there already will
 * do. Undefined where there is no file.
 */
async function keepBackup(file: string): Promise<string | undefined> {
  if (!(await exists(file))) return undefined;
  const bytes = await readFile(file);
  const { mode } = await stat(file);
  for (let number = 1; ; number++) {
    const backup = `${file}.valehook-backup${number === 1 ? "" : `-${number}`}`;
    try {
      await writeFile(backup, bytes, { flag: "wx", mode });
      return backup;
    } catch (error) {
      if (codeOf(error) !== "EEXIST") throw error;
      if ((await readFile(backup)).equals(bytes)) return backup;
    }
  }
}

async function exists(file: string): Promise<boolean> {
  try {
    await stat(file);
    return true;
  } catch (error) {
    if (codeOf(error) === "ENOENT") return false;
    throw error;
  }
}

/** Longest time that another may hold the lock after it was ended in the midst of its work. */
const STALE_MS = 5_000;

async function whileLocked<T>(file: string, action: () => Promise<T>): Promise<T> {
  const target = (await exists(file)) ? await realpath(file) : file;
  let lost = false;
  const release = await lock(target, {
    lockfilePath: `${target}.valehook-lock`,
    realpath: false,
    stale: STALE_MS,
    retries: { retries: 400, factor: 1, minTimeout: 20, maxTimeout: 60, randomize: true },
    // The default throws from a timer. Who takes the lock over reads anew what is written here.
    onCompromised: () => {
      lost = true;
    },
  });
  try {
    return await action();
  } finally {
    if (!lost) await release();
  }
}

/** The code of a system's or the lock's error; any other is thrown on. */
function codeOf(error: unknown): string {
  if (error instanceof Error && "code" in error && typeof error.code === "string")
    return error.code;
  throw error;
}
