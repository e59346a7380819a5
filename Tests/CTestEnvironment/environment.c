#include <stdlib.h>

#include "environment.h"

// Swift Testing reads the variable once, when the tests begin. Without it, it walks the call stack at
// each error that is thrown, also at those that are caught, such as for each wrong type that
// `JSONDecoder` tries. This takes half of the time of some tests, and a failure does not print it.
// `SWT_SWIFT_ERROR_BACKTRACING_ENABLED=1 swift test` turns it on.
__attribute__((constructor)) static void disableErrorBacktraces(void) {
  setenv("SWT_SWIFT_ERROR_BACKTRACING_ENABLED", "0", 0);
}
