#define _GNU_SOURCE  // for ST_NOEXEC

#include <stdio.h>
#include <stdlib.h>
#include <sys/statvfs.h>
#include <unistd.h>

#include "environment.h"

// Swift Testing reads the variable once, when the tests begin. Without it, it walks the call stack at
// each error that is thrown, also at those that are caught, such as for each wrong type that
// `JSONDecoder` tries. This takes half of the time of some tests, and a failure does not print it.
// `SWT_SWIFT_ERROR_BACKTRACING_ENABLED=1 swift test` turns it on.
__attribute__((constructor)) static void disableErrorBacktraces(void) {
  setenv("SWT_SWIFT_ERROR_BACKTRACING_ENABLED", "0", 0);
}

// If thousands of tests begin at the same time, each that awaits something waits for all others. While an
// exit test waits for its turn, the thread of Swift Testing that has noticed the end of its process uses a
// whole core.
// `SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH=1 swift test` runs one test after the other.
__attribute__((constructor)) static void limitParallelTests(void) {
  char width[24];
  long cores = sysconf(_SC_NPROCESSORS_ONLN);
  if (cores < 1) return;
  snprintf(width, sizeof width, "%ld", 6 * cores);
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);  // since Swift 6.3
}

// No test reaches another machine, also if a feature has the address of a real server: nothing listens at
// the port of the proxy. Network asks this machine without a proxy.
__attribute__((constructor)) static void refuseOtherMachines(void) {
  setenv("http_proxy", "http://127.0.0.1:9", 1);
  setenv("https_proxy", "http://127.0.0.1:9", 1);
  unsetenv("no_proxy");
  unsetenv("NO_PROXY");
}

#ifdef __linux__
// The tests create many small files, which is faster in memory than on a disk. The folder is not used
// if programs cannot run from it or less than 1 GB is free, as in most containers.
// `TMPDIR=/tmp swift test` uses the disk.
__attribute__((constructor)) static void storeTemporaryFilesInMemory(void) {
  const char *folder = "/dev/shm";
  struct statvfs status;
  if (access(folder, W_OK) || statvfs(folder, &status) || status.f_flag & ST_NOEXEC) return;
  if ((unsigned long long)status.f_bavail * status.f_frsize < 1ull << 30) return;
  setenv("TMPDIR", folder, 0);
}
#endif
