/*
 * Preloaded into valehook: ends it by SIGKILL just before the change to the disk, or the start of a process, whose number
 * VALEHOOK_KILL_BEFORE names (the first is 0). Counts what system-calls.ts calls a mutation, across all threads. Its
 * environment variables are removed, so that the programs that valehook starts are left alone.
 */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <fcntl.h>
#include <signal.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static long wanted = -1;
static atomic_long count = 0;

__attribute__((constructor)) static void begin(void) {
  const char *named = getenv("VALEHOOK_KILL_BEFORE");
  if (named != NULL) wanted = atol(named);
  unsetenv("VALEHOOK_KILL_BEFORE");
  unsetenv("LD_PRELOAD");
}

/* The file system's clock is touched as often as it ticks: that is no change. */
static int is_clock(const char *path) {
  const char *name = strrchr(path, '/');
  return strcmp(name == NULL ? path : name + 1, "clock") == 0;
}

#define REAL(name) ((__typeof__(&name))dlsym(RTLD_NEXT, #name))

static void mutation(void) {
  if (atomic_fetch_add(&count, 1) != wanted) return;
  REAL(kill)(getpid(), SIGKILL);
  for (;;) pause();
}

static void mutation_at(const char *path) {
  if (!is_clock(path)) mutation();
}

static void mutation_of(int fd) {
  struct stat found;
  char link[64], path[4096];
  if (fd != 1 && fd != 2 && (fstat(fd, &found) != 0 || !S_ISREG(found.st_mode))) return;
  snprintf(link, sizeof link, "/proc/self/fd/%d", fd);
  ssize_t length = readlink(link, path, sizeof path - 1);
  path[length < 0 ? 0 : length] = 0;
  mutation_at(path);
}

static void mutation_opening(const char *path, int flags) {
  if ((flags & (O_WRONLY | O_RDWR | O_CREAT | O_TRUNC)) == 0) return;
  if (strncmp(path, "/dev/", 5) == 0 || strncmp(path, "/proc/", 6) == 0) return;
  mutation_at(path);
}

#define OPEN(name)                                                              \
  int name(const char *path, int flags, ...) {                                  \
    va_list rest;                                                               \
    va_start(rest, flags);                                                      \
    mode_t mode = va_arg(rest, mode_t);                                         \
    va_end(rest);                                                               \
    mutation_opening(path, flags);                                              \
    return REAL(name)(path, flags, mode);                                       \
  }
#define OPENAT(name)                                                            \
  int name(int folder, const char *path, int flags, ...) {                      \
    va_list rest;                                                               \
    va_start(rest, flags);                                                      \
    mode_t mode = va_arg(rest, mode_t);                                         \
    va_end(rest);                                                               \
    mutation_opening(path, flags);                                              \
    return REAL(name)(folder, path, flags, mode);                               \
  }
OPEN(open)
OPEN(open64)
OPENAT(openat)
OPENAT(openat64)

ssize_t write(int fd, const void *bytes, size_t length) {
  mutation_of(fd);
  return REAL(write)(fd, bytes, length);
}
ssize_t writev(int fd, const struct iovec *parts, int number) {
  mutation_of(fd);
  return REAL(writev)(fd, parts, number);
}
ssize_t pwrite64(int fd, const void *bytes, size_t length, off64_t at) {
  mutation_of(fd);
  return REAL(pwrite64)(fd, bytes, length, at);
}
ssize_t pwritev64(int fd, const struct iovec *parts, int number, off64_t at) {
  mutation_of(fd);
  return REAL(pwritev64)(fd, parts, number, at);
}

#define ON_PATH(name, parameters, arguments, path)                              \
  int name parameters {                                                         \
    mutation_at(path);                                                          \
    return REAL(name) arguments;                                                \
  }
ON_PATH(rename, (const char *from, const char *to), (from, to), to)
ON_PATH(link, (const char *from, const char *to), (from, to), to)
ON_PATH(symlink, (const char *from, const char *to), (from, to), to)
ON_PATH(unlink, (const char *path), (path), path)
ON_PATH(mkdir, (const char *path, mode_t mode), (path, mode), path)
ON_PATH(rmdir, (const char *path), (path), path)
ON_PATH(chmod, (const char *path, mode_t mode), (path, mode), path)
ON_PATH(chown, (const char *path, uid_t user, gid_t group), (path, user, group), path)

int utimensat(int folder, const char *path, const struct timespec times[2], int flags) {
  mutation_at(path);
  return REAL(utimensat)(folder, path, times, flags);
}

#define ON_FILE(name, parameters, arguments)                                    \
  int name parameters {                                                         \
    mutation_of(fd);                                                            \
    return REAL(name) arguments;                                                \
  }
ON_FILE(futimens, (int fd, const struct timespec times[2]), (fd, times))
ON_FILE(fsync, (int fd), (fd))
ON_FILE(fdatasync, (int fd), (fd))
ON_FILE(fchmod, (int fd, mode_t mode), (fd, mode))
ON_FILE(fchown, (int fd, uid_t user, gid_t group), (fd, user, group))
ON_FILE(ftruncate64, (int fd, off64_t length), (fd, length))

pid_t fork(void) {
  mutation();
  return REAL(fork)();
}

int kill(pid_t process, int number) {
  mutation();
  return REAL(kill)(process, number);
}
