#ifndef INTERCHANGE_CSPAWN_H
#define INTERCHANGE_CSPAWN_H

// What plug-ins need of the system and Swift cannot call: new processes, and two folders that take each
// other's place.

#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <signal.h>
#include <stdbool.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/types.h>
#include <sys/wait.h>
#include <unistd.h>

#ifdef __linux__
#include <sys/prctl.h>
#include <sys/syscall.h>
#else
#include <spawn.h>
#include <stdio.h>
#endif

// Exchanges two files or folders in one step. Returns the errno value of the failure, or 0.
static inline int exchange_paths(const char *first, const char *second) {
#ifdef __linux__
  const unsigned exchange = 2; // RENAME_EXCHANGE
  return syscall(SYS_renameat2, AT_FDCWD, first, AT_FDCWD, second, exchange) == 0 ? 0 : errno;
#else
  return renamex_np(first, second, RENAME_SWAP) == 0 ? 0 : errno;
#endif
}

// The number of descriptors that a new process has: its standard streams, and one more.
#define SPAWN_DESCRIPTORS 4

// What a new process executes.
typedef struct SpawnRequest {
  // The absolute path of the program.
  const char *program;
  // The arguments, of which the first is the name of the program, and NULL.
  char *const *arguments;
  // The variables in the form NAME=VALUE, and NULL.
  char *const *environment;
  // The working directory.
  const char *folder;
  // The descriptors that become 0 to 3 in the new process. Each is greater than 3 and closed on exec.
  int descriptors[SPAWN_DESCRIPTORS];
} SpawnRequest;

typedef struct SpawnResult {
  // The id of the process, which is also that of its session and group; -1 if there is none.
  pid_t id;
  // The errno value of the failure; 0 for none.
  int code;
  // Whether the working directory cannot be used.
  bool is_folder;
} SpawnResult;

static inline SpawnResult spawn_failure(int code, bool is_folder) {
  SpawnResult result = {-1, code, is_folder};
  return result;
}

// Moves a descriptor that is closed on exec above those that a new process has. Returns the errno
// value of the failure, or 0.
static inline int spawn_raise(int *descriptor) {
  if (*descriptor >= SPAWN_DESCRIPTORS) return 0;
  int copy = fcntl(*descriptor, F_DUPFD_CLOEXEC, SPAWN_DESCRIPTORS);
  if (copy < 0) return errno;
  close(*descriptor);
  *descriptor = copy;
  return 0;
}

// Moves both, or closes both when that fails.
static inline int spawn_raise_both(int ends[2]) {
  int code = spawn_raise(&ends[0]);
  if (code == 0) code = spawn_raise(&ends[1]);
  if (code != 0) {
    close(ends[0]);
    close(ends[1]);
  }
  return code;
}

// Creates a pipe whose ends are greater than 3 and closed on exec. Returns the errno value of the
// failure, or 0.
static inline int spawn_pipe(int ends[2]) {
#ifdef __linux__
  if (syscall(SYS_pipe2, ends, O_CLOEXEC) != 0) return errno;
#else
  if (pipe(ends) != 0) return errno;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
#endif
  return spawn_raise_both(ends);
}

// Creates two sockets that are connected, greater than 3 and closed on exec. Returns the errno value
// of the failure, or 0.
static inline int spawn_socket_pair(int ends[2]) {
#ifdef __linux__
  if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) != 0) return errno;
#else
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, ends) != 0) return errno;
  for (int end = 0; end < 2; end++) fcntl(ends[end], F_SETFD, FD_CLOEXEC);
#endif
  return spawn_raise_both(ends);
}

// Waits until a child has ended, without removing it: its id and that of its group stay valid.
// Returns false if there is no such child.
static inline bool spawn_wait(pid_t id) {
  siginfo_t information;
  while (waitid(P_PID, (id_t)id, &information, WEXITED | WNOWAIT) != 0) {
    if (errno != EINTR) return false;
  }
  return true;
}

// Removes a child that has ended. Returns its status as waitpid does; -1 if there is no such child.
static inline int spawn_reap(pid_t id) {
  int status = 0;
  while (waitpid(id, &status, 0) < 0) {
    if (errno != EINTR) return -1;
  }
  return status;
}

#ifdef __linux__

// Closes the descriptors from `first` to `last`.
static inline void spawn_close(unsigned first, unsigned last) {
  if (first > last) return;
#ifdef SYS_close_range
  if (syscall(SYS_close_range, first, last, 0) == 0) return;
#endif
  // An older kernel, or a sandbox that does not know the call.
  struct rlimit limit;
  if (getrlimit(RLIMIT_NOFILE, &limit) != 0) return;
  for (rlim_t descriptor = first; descriptor <= last && descriptor < limit.rlim_cur; descriptor++)
    close((int)descriptor);
}

// Turns the new process into the program. It shares the memory of the parent process until then, so it
// calls only async-signal-safe functions and changes nothing but its own variables.
static inline __attribute__((noreturn)) void spawn_execute(
    const SpawnRequest *request, int report, pid_t parent) {
  bool is_folder = false;
  // The action SIG_DFL without flags, in the form of the kernel. The C library refuses the two signals
  // that it uses itself, which may be ignored nevertheless.
  unsigned long standard[16] = {0};
  for (int number = 1; number < NSIG; number++)
    syscall(SYS_rt_sigaction, number, standard, NULL, (NSIG - 1) / 8);
  // Unlike the leader of a group, that of a session can move to no other group. It has no controlling
  // terminal.
  setsid();
  // The kernel sends the signal when the thread that called vfork ends.
  prctl(PR_SET_PDEATHSIG, SIGKILL);
  if (getppid() != parent) _exit(127);
  for (int number = 0; number < SPAWN_DESCRIPTORS; number++) {
    if (dup2(request->descriptors[number], number) < 0) goto failed;
  }
  spawn_close(SPAWN_DESCRIPTORS, (unsigned)report - 1);
  spawn_close((unsigned)report + 1, UINT_MAX);
  if (chdir(request->folder) != 0) {
    is_folder = true;
    goto failed;
  }
  sigset_t none;
  sigemptyset(&none);
  sigprocmask(SIG_SETMASK, &none, NULL);
  execve(request->program, request->arguments, request->environment);
failed:;
  SpawnResult result = {-1, errno, is_folder};
  (void)!write(report, &result, sizeof result);
  _exit(127);
}

// Starts a program in a session and a process group of its own, with the four descriptors of the
// request, default signals and an empty signal mask. When the calling thread ends, the process is
// killed.
static __attribute__((noinline, unused)) SpawnResult spawn_process(const SpawnRequest *request) {
  // The system forgets the exit status of a child when its parent ignores SIGCHLD.
  struct sigaction action;
  if (sigaction(SIGCHLD, NULL, &action) == 0 && action.sa_handler == SIG_IGN)
    signal(SIGCHLD, SIG_DFL);
  // The program closes one end when it begins; before, the new process writes why it cannot.
  int report[2];
  int code = spawn_pipe(report);
  if (code != 0) return spawn_failure(code, false);
  // No handler of this process may run in the new one.
  sigset_t all, previous;
  sigfillset(&all);
  pthread_sigmask(SIG_SETMASK, &all, &previous);
  pid_t parent = getpid();
  pid_t id = vfork();
  if (id == 0) spawn_execute(request, report[1], parent);
  code = errno;
  pthread_sigmask(SIG_SETMASK, &previous, NULL);
  close(report[1]);
  SpawnResult result = {id, 0, false};
  if (id < 0) {
    result.code = code;
  } else {
    ssize_t count;
    do count = read(report[0], &result, sizeof result);
    while (count < 0 && errno == EINTR);
    if (count > 0) spawn_reap(id);
  }
  close(report[0]);
  return result;
}

#else

static inline SpawnResult spawn_process(const SpawnRequest *request) {
  if (access(request->folder, X_OK) != 0) return spawn_failure(errno, true);
  posix_spawn_file_actions_t actions;
  posix_spawnattr_t attributes;
  int code = posix_spawn_file_actions_init(&actions);
  if (code != 0) return spawn_failure(code, false);
  code = posix_spawnattr_init(&attributes);
  if (code != 0) {
    posix_spawn_file_actions_destroy(&actions);
    return spawn_failure(code, false);
  }
  sigset_t all, none;
  sigfillset(&all);
  sigemptyset(&none);
  posix_spawnattr_setsigdefault(&attributes, &all);
  posix_spawnattr_setsigmask(&attributes, &none);
  posix_spawnattr_setflags(
      &attributes, POSIX_SPAWN_CLOEXEC_DEFAULT | POSIX_SPAWN_SETSID | POSIX_SPAWN_SETSIGDEF |
                       POSIX_SPAWN_SETSIGMASK);
  for (int number = 0; number < SPAWN_DESCRIPTORS && code == 0; number++)
    code = posix_spawn_file_actions_adddup2(&actions, request->descriptors[number], number);
  if (code == 0) code = posix_spawn_file_actions_addchdir_np(&actions, request->folder);
  SpawnResult result = {-1, 0, false};
  if (code == 0)
    code = posix_spawn(
        &result.id, request->program, &actions, &attributes, request->arguments,
        request->environment);
  posix_spawnattr_destroy(&attributes);
  posix_spawn_file_actions_destroy(&actions);
  return code == 0 ? result : spawn_failure(code, false);
}

#endif

#endif
