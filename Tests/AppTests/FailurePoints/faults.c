// A library for LD_PRELOAD that records the changes which a process makes below a folder, and lets
// one of them fail. FaultyHost.swift builds it, and Fault.swift sets the variables:
//
//   FAULTS_ROOT   the folder, an absolute path without symbolic links
//   FAULTS_LOG    the file for the record
//   FAULTS_KIND   the kind of the call that fails: one of `kind_names`, or "space" for all calls
//                 that need space on the disk
//   FAULTS_NUMBER which call of this kind fails; 0 for none, the first is 1
//   FAULTS_ACTION "error", "errors" (this call and all later ones), "half" (writes half of the
//                 bytes), "exit" (ends the process instead of the call) or "half-exit"
//   FAULTS_ERROR  the number of the error
//
// A record is a line, followed by the bytes that were written:
//
//   <kind> <TAB> <result> <TAB> <offset or flags> <TAB> <inode> <TAB> <count of bytes> <TAB>
//   <1 if the shim changed the call> <TAB> <path> <TAB> <second path> <LF>

#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <unistd.h>

enum kind { OPEN, WRITE, SYNC, RENAME, LINK, UNLINK, MKDIR, RMDIR, TRUNCATE, CLOSE, MAP, KINDS };

static const char *const kind_names[KINDS] = {
    "open",  "write", "sync",     "rename", "link", "unlink",
    "mkdir", "rmdir", "truncate", "close",  "map",
};

static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static char root[PATH_MAX];
static size_t root_length;
static int log_descriptor = -1;
static int faulty_kind = KINDS;  // KINDS stands for "space".
static long faulty_number;
static int error_number;
static int repeats, halves, exits;
static long counts[KINDS + 1];

__attribute__((constructor)) static void start(void) {
  const char *folder = getenv("FAULTS_ROOT"), *log = getenv("FAULTS_LOG");
  const char *kind = getenv("FAULTS_KIND"), *number = getenv("FAULTS_NUMBER");
  const char *action = getenv("FAULTS_ACTION"), *error = getenv("FAULTS_ERROR");
  if (!folder || !log) return;
  log_descriptor = (int)syscall(
      SYS_openat, AT_FDCWD, log, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0600);
  if (log_descriptor < 0) return;
  // A number that no limit of descriptors in a test reaches, so the process has its usual ones.
  int high = (int)syscall(SYS_fcntl, log_descriptor, F_DUPFD_CLOEXEC, 900);
  if (high >= 0) {
    syscall(SYS_close, log_descriptor);
    log_descriptor = high;
  }
  for (int i = 0; kind && i < KINDS; i++)
    if (!strcmp(kind, kind_names[i])) faulty_kind = i;
  faulty_number = number ? atol(number) : 0;
  error_number = error ? atoi(error) : EIO;
  if (action) {
    repeats = !strcmp(action, "errors");
    halves = !strncmp(action, "half", 4);
    exits = strstr(action, "exit") != NULL;
  }
  // A process that hangs ends with SIGALRM.
  alarm(60);
  snprintf(root, sizeof root, "%s", folder);
  root_length = strlen(root);
}

/// The path below the folder; null if it is elsewhere.
static const char *inside(const char *path) {
  if (!root_length || strncmp(path, root, root_length)) return NULL;
  const char *rest = path + root_length;
  return *rest == '/' ? rest + 1 : *rest ? NULL : rest;
}

/// Makes a path absolute and removes "." and double slashes; null if it is not below the folder.
static const char *located(int folder, const char *path, char *buffer) {
  if (!root_length || !path) return NULL;
  char whole[2 * PATH_MAX];
  if (path[0] == '/') {
    snprintf(whole, sizeof whole, "%s", path);
  } else {
    char link[64], base[PATH_MAX];
    const char *format = folder == AT_FDCWD ? "/proc/self/cwd" : "/proc/self/fd/%d";
    snprintf(link, sizeof link, format, folder);
    ssize_t count = syscall(SYS_readlinkat, AT_FDCWD, link, base, sizeof base - 1);
    if (count < 0) return NULL;
    base[count] = 0;
    snprintf(whole, sizeof whole, "%s/%s", base, path);
  }
  size_t length = 0;
  for (const char *rest = whole; *rest && length < PATH_MAX - 1;) {
    if (rest[0] == '/' && (rest[1] == '/' || !rest[1])) {
      rest++;
    } else if (rest[0] == '/' && rest[1] == '.' && (rest[2] == '/' || !rest[2])) {
      rest += 2;
    } else {
      buffer[length++] = *rest++;
    }
  }
  buffer[length] = 0;
  return inside(buffer);
}

/// The path of an open file below the folder, even if it was renamed; null for other descriptors.
static const char *opened(int descriptor, char *buffer) {
  if (!root_length || descriptor < 0) return NULL;
  char link[64];
  snprintf(link, sizeof link, "/proc/self/fd/%d", descriptor);
  ssize_t count = syscall(SYS_readlinkat, AT_FDCWD, link, buffer, PATH_MAX - 1);
  if (count < 0) return NULL;
  buffer[count] = 0;
  return inside(buffer);
}

static unsigned long inode(int descriptor) {
  struct stat status;
  return descriptor >= 0 && fstat(descriptor, &status) == 0 ? status.st_ino : 0;
}

/// What happens to a call.
struct fault {
  int fails, writes_half, exits_afterwards;
};

/// Counts a call. Each call is made and recorded while the mutex is locked, so that the record has
/// the order of the calls.
static struct fault begin(enum kind kind, int needs_space) {
  pthread_mutex_lock(&mutex);
  counts[kind]++;
  counts[KINDS] += needs_space;
  struct fault fault = {0, 0, 0};
  if (!faulty_number || (faulty_kind == KINDS ? !needs_space : faulty_kind != (int)kind)) {
    return fault;
  }
  long number = counts[faulty_kind];
  if (number != faulty_number && !(repeats && number > faulty_number)) return fault;
  fault.writes_half = halves && kind == WRITE;
  fault.exits_afterwards = exits;
  fault.fails = !halves && !exits;
  return fault;
}

static void record(
    enum kind kind, long result, long detail, unsigned long node, const void *bytes, size_t count,
    struct fault fault, const char *path, const char *other) {
  char line[2 * PATH_MAX + 256];
  int changed = fault.fails || fault.writes_half || fault.exits_afterwards;
  int length = snprintf(
      line, sizeof line, "%s\t%ld\t%ld\t%lu\t%zu\t%d\t%s\t%s\n", kind_names[kind], result, detail,
      node, count, changed, path, other ? other : "");
  struct iovec parts[2] = {{line, (size_t)length}, {(void *)bytes, count}};
  syscall(SYS_writev, log_descriptor, parts, 2);
}

static void end(struct fault fault) {
  if (fault.exits_afterwards) syscall(SYS_exit_group, 137);
  int code = errno;
  pthread_mutex_unlock(&mutex);
  errno = code;
}

/// Makes and records a call that has no bytes; without a fault, it evaluates `call`.
#define CALL(kind, call, detail, node, path, other)                                        \
  do {                                                                                     \
    struct fault fault = begin(kind, kind == MKDIR || kind == LINK || kind == TRUNCATE);   \
    long outcome = -1;                                                                     \
    if (fault.fails) {                                                                     \
      errno = error_number;                                                                \
    } else if (!fault.exits_afterwards) {                                                  \
      outcome = (long)(call);                                                              \
    }                                                                                      \
    int code = errno;                                                                      \
    record(kind, outcome < 0 ? -code : outcome, detail, node, "", 0, fault, path, other); \
    errno = code;                                                                          \
    end(fault);                                                                            \
    return (__typeof__(call))outcome;                                                      \
  } while (0)

// Opening

static int open_and_record(int folder, const char *path, int flags, mode_t mode) {
  char buffer[PATH_MAX];
  int writes = (flags & O_ACCMODE) != O_RDONLY || flags & (O_CREAT | O_TRUNC);
  const char *inner = writes ? located(folder, path, buffer) : NULL;
  if (!inner) return (int)syscall(SYS_openat, folder, path, flags, mode);
  struct stat status;
  int exists = fstatat(folder, path, &status, 0) == 0;
  struct fault fault = begin(OPEN, !exists);
  int result = -1;
  if (fault.fails) {
    errno = error_number;
  } else if (!fault.exits_afterwards) {
    result = (int)syscall(SYS_openat, folder, path, flags, mode);
  }
  int code = errno;
  // The detail: 1 if the file was created, 2 if it was truncated.
  int detail = !exists ? 1 : flags & O_TRUNC ? 2 : 0;
  record(OPEN, result < 0 ? -code : result, detail, inode(result), "", 0, fault, inner, NULL);
  errno = code;
  end(fault);
  return result;
}

#define MODE                                                          \
  mode_t mode = 0;                                                    \
  if (flags & (O_CREAT | O_TMPFILE)) {                                \
    va_list arguments;                                                \
    va_start(arguments, flags);                                       \
    mode = va_arg(arguments, mode_t);                                 \
    va_end(arguments);                                                \
  }

int open(const char *path, int flags, ...) {
  MODE return open_and_record(AT_FDCWD, path, flags, mode);
}
int open64(const char *path, int flags, ...) {
  MODE return open_and_record(AT_FDCWD, path, flags, mode);
}
int openat(int folder, const char *path, int flags, ...) {
  MODE return open_and_record(folder, path, flags, mode);
}
int openat64(int folder, const char *path, int flags, ...) {
  MODE return open_and_record(folder, path, flags, mode);
}
int creat(const char *path, mode_t mode) {
  return open_and_record(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode);
}

int close(int descriptor) {
  // The process must not close the record.
  if (descriptor == log_descriptor && descriptor >= 0) return 0;
  char buffer[PATH_MAX];
  const char *inner = opened(descriptor, buffer);
  int flags = inner ? (int)syscall(SYS_fcntl, descriptor, F_GETFL) : 0;
  if (!inner || (flags & O_ACCMODE) == O_RDONLY) return (int)syscall(SYS_close, descriptor);
  unsigned long node = inode(descriptor);
  struct fault fault = begin(CLOSE, 0);
  int result = fault.exits_afterwards ? -1 : (int)syscall(SYS_close, descriptor);
  if (fault.fails) {
    // Linux closes the descriptor even if it reports an error.
    result = -1;
    errno = error_number;
  }
  int code = errno;
  record(CLOSE, result < 0 ? -code : result, 0, node, "", 0, fault, inner, NULL);
  errno = code;
  end(fault);
  return result;
}

// Writing

/// Writes at an offset, or at the position of the descriptor if the offset is negative.
static ssize_t write_and_record(
    int descriptor, const void *bytes, size_t count, off_t offset, const char *inner) {
  struct fault fault = begin(WRITE, 1);
  ssize_t result = -1;
  if (fault.fails) {
    errno = error_number;
  } else if (fault.writes_half || !fault.exits_afterwards) {
    size_t part = fault.writes_half && count > 1 ? count / 2 : count;
    result = offset < 0 ? syscall(SYS_write, descriptor, bytes, part)
                        : syscall(SYS_pwrite64, descriptor, bytes, part, offset);
  }
  int code = errno;
  // After the write, because a file that is opened with O_APPEND has its position only then.
  if (offset < 0 && result >= 0) offset = syscall(SYS_lseek, descriptor, 0, SEEK_CUR) - result;
  record(
      WRITE, result < 0 ? -code : result, offset, inode(descriptor), bytes,
      result < 0 ? 0 : (size_t)result, fault, inner, NULL);
  errno = code;
  end(fault);
  return result;
}

ssize_t write(int descriptor, const void *bytes, size_t count) {
  char buffer[PATH_MAX];
  const char *inner = opened(descriptor, buffer);
  if (!inner) return syscall(SYS_write, descriptor, bytes, count);
  return write_and_record(descriptor, bytes, count, -1, inner);
}
ssize_t pwrite(int descriptor, const void *bytes, size_t count, off_t offset) {
  char buffer[PATH_MAX];
  const char *inner = opened(descriptor, buffer);
  if (!inner) return syscall(SYS_pwrite64, descriptor, bytes, count, offset);
  return write_and_record(descriptor, bytes, count, offset, inner);
}
ssize_t pwrite64(int descriptor, const void *bytes, size_t count, off_t offset) {
  return pwrite(descriptor, bytes, count, offset);
}
ssize_t writev(int descriptor, const struct iovec *parts, int count) {
  char buffer[PATH_MAX];
  const char *inner = opened(descriptor, buffer);
  if (!inner || count < 1) return syscall(SYS_writev, descriptor, parts, count);
  // A caller must be prepared for a write of the first part only.
  return write_and_record(descriptor, parts[0].iov_base, parts[0].iov_len, -1, inner);
}

static int truncate_and_record(int descriptor, off_t length) {
  char buffer[PATH_MAX];
  const char *inner = opened(descriptor, buffer);
  if (!inner) return (int)syscall(SYS_ftruncate, descriptor, length);
  CALL(
      TRUNCATE, (int)syscall(SYS_ftruncate, descriptor, length), length, inode(descriptor), inner,
      NULL);
}
int ftruncate(int descriptor, off_t length) { return truncate_and_record(descriptor, length); }
int ftruncate64(int descriptor, off_t length) { return truncate_and_record(descriptor, length); }

static int sync_and_record(int descriptor, int call) {
  char buffer[PATH_MAX];
  const char *inner = opened(descriptor, buffer);
  if (!inner) return (int)syscall(call, descriptor);
  CALL(SYNC, (int)syscall(call, descriptor), 0, inode(descriptor), inner, NULL);
}
int fsync(int descriptor) { return sync_and_record(descriptor, SYS_fsync); }
int fdatasync(int descriptor) { return sync_and_record(descriptor, SYS_fdatasync); }

static void *map_and_record(
    void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  char buffer[PATH_MAX];
  const char *inner = flags & MAP_ANONYMOUS ? NULL : opened(descriptor, buffer);
  long result = -1;
  struct fault fault = {0, 0, 0};
  if (inner) fault = begin(MAP, 0);
  if (fault.fails) {
    errno = error_number;
  } else if (!fault.exits_afterwards) {
    result = syscall(SYS_mmap, address, length, protection, flags, descriptor, offset);
  }
  if (inner) {
    int code = errno;
    record(MAP, result == -1 ? -code : 0, offset, 0, "", 0, fault, inner, NULL);
    errno = code;
    end(fault);
  }
  return (void *)result;
}
void *mmap(void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return map_and_record(address, length, protection, flags, descriptor, offset);
}
void *mmap64(
    void *address, size_t length, int protection, int flags, int descriptor, off_t offset) {
  return map_and_record(address, length, protection, flags, descriptor, offset);
}

// Names

static int rename_and_record(int from, const char *old, int to, const char *new, unsigned flags) {
  char first[PATH_MAX], second[PATH_MAX];
  const char *source = located(from, old, first), *target = located(to, new, second);
  if (!source && !target) return (int)syscall(SYS_renameat2, from, old, to, new, flags);
  CALL(
      RENAME, (int)syscall(SYS_renameat2, from, old, to, new, flags), 0, 0, source ? source : "",
      target ? target : "");
}
int rename(const char *old, const char *new) {
  return rename_and_record(AT_FDCWD, old, AT_FDCWD, new, 0);
}
int renameat(int from, const char *old, int to, const char *new) {
  return rename_and_record(from, old, to, new, 0);
}
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
  return rename_and_record(from, old, to, new, flags);
}

static int link_and_record(int from, const char *old, int to, const char *new, int flags) {
  char first[PATH_MAX], second[PATH_MAX];
  const char *source = located(from, old, first), *target = located(to, new, second);
  if (!source && !target) return (int)syscall(SYS_linkat, from, old, to, new, flags);
  CALL(
      LINK, (int)syscall(SYS_linkat, from, old, to, new, flags), 0, 0, source ? source : "",
      target ? target : "");
}
int link(const char *old, const char *new) {
  return link_and_record(AT_FDCWD, old, AT_FDCWD, new, 0);
}
int linkat(int from, const char *old, int to, const char *new, int flags) {
  return link_and_record(from, old, to, new, flags);
}

static int unlink_and_record(int folder, const char *path, int flags) {
  char buffer[PATH_MAX];
  const char *inner = located(folder, path, buffer);
  if (!inner) return (int)syscall(SYS_unlinkat, folder, path, flags);
  CALL(
      flags & AT_REMOVEDIR ? RMDIR : UNLINK, (int)syscall(SYS_unlinkat, folder, path, flags), 0, 0,
      inner, NULL);
}
int unlink(const char *path) { return unlink_and_record(AT_FDCWD, path, 0); }
int unlinkat(int folder, const char *path, int flags) {
  return unlink_and_record(folder, path, flags);
}
int rmdir(const char *path) { return unlink_and_record(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
  return unlink(path) == 0 ? 0 : errno == EISDIR ? rmdir(path) : -1;
}

static int make_folder_and_record(int folder, const char *path, mode_t mode) {
  char buffer[PATH_MAX];
  const char *inner = located(folder, path, buffer);
  if (!inner) return (int)syscall(SYS_mkdirat, folder, path, mode);
  CALL(MKDIR, (int)syscall(SYS_mkdirat, folder, path, mode), 0, 0, inner, NULL);
}
int mkdir(const char *path, mode_t mode) { return make_folder_and_record(AT_FDCWD, path, mode); }
int mkdirat(int folder, const char *path, mode_t mode) {
  return make_folder_and_record(folder, path, mode);
}
