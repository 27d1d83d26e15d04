/* A clock that somebody sets: from the moment that the file CLOCK_FILE exists, the time of day is ten years ago. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <stdlib.h>
#include <time.h>
#include <unistd.h>

typedef int (*clock_t_)(clockid_t, struct timespec *);

int clock_gettime(clockid_t which, struct timespec *now) {
    static clock_t_ next;
    if (next == NULL) next = (clock_t_)dlsym(RTLD_NEXT, "clock_gettime");
    int done = next(which, now);
    const char *file = getenv("CLOCK_FILE");
    if (done == 0 && which == CLOCK_REALTIME && file != NULL && access(file, F_OK) == 0) now->tv_sec -= 10L * 365 * 86400;
    return done;
}
