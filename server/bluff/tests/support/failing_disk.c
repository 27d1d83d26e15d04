/* A disk that fails: from the FAIL_AFTER-th write to a regular file on, writes (or syncs, with FAIL_WITH=sync) fail. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <stdatomic.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

static int fails(int fd, int sync) {
    static long after = -1;
    static int on_sync;
    if (after < 0) {
        const char *given = getenv("FAIL_AFTER"), *with = getenv("FAIL_WITH");
        on_sync = with != NULL && strcmp(with, "sync") == 0;
        after = given == NULL ? 1L << 60 : atol(given);
    }
    struct stat file;
    if (sync != on_sync || fstat(fd, &file) != 0 || !S_ISREG(file.st_mode)) return 0;
    if (atomic_fetch_add(&calls, 1) < after) return 0;
    errno = sync ? EIO : ENOSPC;
    return 1;
}

#define NEXT(name, type) static type next; if (next == NULL) next = (type)dlsym(RTLD_NEXT, name)

typedef ssize_t (*write_t)(int, const void *, size_t);
ssize_t write(int fd, const void *bytes, size_t count) {
    NEXT("write", write_t);
    return fails(fd, 0) ? -1 : next(fd, bytes, count);
}

typedef ssize_t (*writev_t)(int, const struct iovec *, int);
ssize_t writev(int fd, const struct iovec *parts, int count) {
    NEXT("writev", writev_t);
    return fails(fd, 0) ? -1 : next(fd, parts, count);
}

typedef ssize_t (*pwrite_t)(int, const void *, size_t, off_t);
ssize_t pwrite(int fd, const void *bytes, size_t count, off_t at) {
    NEXT("pwrite", pwrite_t);
    return fails(fd, 0) ? -1 : next(fd, bytes, count, at);
}

ssize_t pwrite64(int fd, const void *bytes, size_t count, off_t at) {
    NEXT("pwrite64", pwrite_t);
    return fails(fd, 0) ? -1 : next(fd, bytes, count, at);
}

typedef int (*sync_t)(int);
int fsync(int fd) {
    NEXT("fsync", sync_t);
    return fails(fd, 1) ? -1 : next(fd);
}

int fdatasync(int fd) {
    NEXT("fdatasync", sync_t);
    return fails(fd, 1) ? -1 : next(fd);
}
