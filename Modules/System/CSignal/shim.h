// What Foundation does not import from the C library.
#ifdef __linux__
#include <sys/signalfd.h>
#endif
