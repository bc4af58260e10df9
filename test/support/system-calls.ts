import { readFileSync } from "node:fs";
import { join } from "node:path";
import { programPath, runProgram, type ProgramResult } from "./hook-driver.ts";
import { killShim } from "./kill-shim.ts";
import { stracePath } from "./strace.ts";
import { temporaryFolder } from "./workspace.ts";

/** One system call of valehook itself; the programs that it starts are not looked at. */
export interface SystemCall {
  readonly name: string;
  /** As strace prints them. */
  readonly args: string;
}

export interface TracedRun {
  readonly result: ProgramResult;
  readonly calls: readonly SystemCall[];
}

export interface TraceOptions {
  readonly cwd: string;
  readonly env: NodeJS.ProcessEnv;
  readonly input: string;
  /** Kills the process before the mutation of this number, counted from 0; see `kill-before.c`. */
  readonly killBefore?: number;
}

/**
 * Runs the built valehook under strace. One thread serves all of Node's file operations, so that the same event makes the
 * same calls in the same order.
 */
export async function traceValehook(
  args: readonly string[],
  { cwd, env, input, killBefore }: TraceOptions,
): Promise<TracedRun> {
  const log = join(temporaryFolder(), "calls");
  const shim =
    killBefore === undefined
      ? []
      : ["-E", `LD_PRELOAD=${killShim()}`, "-E", `VALEHOOK_KILL_BEFORE=${killBefore}`];
  const strace = ["-f", "-b", "execve", "-yy", "-s", "64", "-e", "signal=none", "-o", log];
  const result = await runProgram(
    stracePath(),
    [...strace, ...shim, process.execPath, programPath(), ...args],
    { cwd, env: { ...env, UV_THREADPOOL_SIZE: "1" }, input },
  );
  return { result, calls: parseCalls(readFileSync(log, "utf8")) };
}

function parseCalls(log: string): SystemCall[] {
  const calls: (SystemCall & { readonly thread: number })[] = [];
  const started = new Set<number>();
  let program: number | undefined;
  for (const line of log.split("\n")) {
    const match = /^(\d+) +(\w+)\((.*)$/.exec(line);
    if (match === null) continue;
    const [, id = "", name = "", args = ""] = match;
    const thread = Number(id);
    program ??= thread;
    // What a child does between its start and its program is no call of ours.
    if (name === "execve" && thread !== program) started.add(thread);
    calls.push({ thread, name, args });
  }
  return calls.filter(({ thread }) => !started.has(thread));
}

/** Calls that change what outlives the process: files, and other processes. */
const always: ReadonlySet<string> = new Set(
  `rename renameat renameat2 link linkat unlink unlinkat symlink symlinkat mkdir mkdirat rmdir chmod
  fchmod fchmodat chown fchown lchown fchownat utime utimes utimensat truncate ftruncate fallocate
  fsync fdatasync mknod mknodat sendfile copy_file_range setxattr fsetxattr flock kill tgkill vfork
  fork`.split(/\s+/),
);

/** Calls that do so depending on their arguments. */
const sometimes: Readonly<Record<string, (args: string) => boolean>> = {
  open: opensToWrite,
  openat: opensToWrite,
  openat2: opensToWrite,
  creat: () => true,
  write: writesToFile,
  writev: writesToFile,
  pwrite64: writesToFile,
  pwritev: writesToFile,
  clone: (args) => !args.includes("CLONE_THREAD"),
  clone3: (args) => !args.includes("CLONE_THREAD"),
};

/** Calls that change nothing but the process itself and its pipes. */
const harmless: ReadonlySet<string> = new Set(
  `accept accept4 access alarm arch_prctl bind brk capget chdir clock_getres clock_gettime
  clock_nanosleep close close_range connect dup dup2 dup3 epoll_create1 epoll_ctl epoll_pwait
  epoll_pwait2 epoll_wait eventfd2 execve exit exit_group faccessat faccessat2 fadvise64 fchdir fcntl
  fstat fstatfs futex get_mempolicy get_robust_list getcwd getdents64 getegid geteuid getgid
  getgroups getpgrp getpid getppid getpriority getrandom getresgid getresuid getrlimit getrusage
  getsid getsockname getsockopt gettid gettimeofday getuid getxattr ioctl io_uring_setup
  io_uring_enter io_uring_register listen lseek lstat madvise membarrier mincore mlock mmap mprotect mremap munmap
  nanosleep newfstatat openat_readonly pidfd_open pipe pipe2 pkey_alloc pkey_free pkey_mprotect poll
  ppoll prctl pread64 preadv prlimit64 read readahead readlink readlinkat readv recvfrom recvmsg
  restart_syscall rseq rt_sigaction rt_sigpending rt_sigprocmask rt_sigreturn rt_sigsuspend
  rt_sigtimedwait sched_getaffinity sched_getparam sched_getscheduler sched_setaffinity
  sched_yield select sendmsg sendto set_mempolicy set_robust_list set_tid_address setpgid
  setpriority setrlimit setsid setsockopt shutdown sigaltstack socket socketpair stat statfs
  statx sysinfo times umask uname wait4 waitid`.split(/\s+/),
);

function opensToWrite(args: string): boolean {
  return /O_(?:WRONLY|RDWR|CREAT|TRUNC|TMPFILE)/.test(args) && !/"\/(?:dev|proc)\//.test(args);
}

/** A regular file, or standard output and error, which the client reads. */
function writesToFile(args: string): boolean {
  return /^[12]</.test(args) || /^\d+<\//.test(args);
}

/** Whether a call changes what outlives the process. A name that nobody has thought of throws. */
export function isMutation({ name, args }: SystemCall): boolean {
  if (always.has(name)) return true;
  const test = sometimes[name];
  if (test !== undefined) return test(args);
  if (!harmless.has(name)) throw new Error(`Is ${name}(${args} a change? Nothing says so.`);
  return false;
}

/** What a mutation does, in words that are the same in every run: without process ids, counters and inodes. */
export function kindOf({ name, args }: SystemCall): string {
  if (name === "clone" || name === "clone3" || name === "vfork") return "spawn";
  if (name === "kill" || name === "tgkill") return "kill";
  if (name === "write" && args.startsWith("1<")) return "write answer";
  const paths = [...args.matchAll(/(?<=["<])\/[^">]*(?=[">])/g)]
    .map(([path]) => path)
    .filter((path, index) => !(index === 0 && args.startsWith("AT_FDCWD")))
    .map((path) => path.split("/").at(-1) ?? "")
    .map((path) => path.replace(/\d+-\d+(?=\.tmp)/, "N").replace(/[0-9a-f]{32}/, "session"))
    .map((path) => path.replace(/(?<=\.owner\.)\d+$/, "N"));
  return [name, ...new Set(paths)].join(" ");
}
