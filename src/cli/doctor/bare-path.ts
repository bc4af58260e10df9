/** What a client that was started from a desktop hands to its hooks. */
const BARE_PATH = "/usr/bin:/bin:/usr/sbin:/sbin";

/**
 * A person's environment as hooks have it whose client was started from a desktop. On Windows that is the person's own: there the
 * `PATH` comes from the system, whatever starts a program.
 */
export function bareEnvironment(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return process.platform === "win32" ? env : { ...env, PATH: BARE_PATH };
}

/** What is wrong with a program that is there by the shell's `PATH` alone. */
export const SHELL_ONLY =
  "It is found through this shell's PATH only; a client that was started from a desktop does not have it.";
