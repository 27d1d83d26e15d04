/* A disk that fails: from the FAIL_AFTER-th write to a regular file on, writes fail. With
   FAIL_WITH=sync syncs do, and with FAIL_WITH=name whatever makes or moves a name. */
#define _GNU_SOURCE
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/types.h>
#include <sys/uio.h>
#include <unistd.h>

static atomic_long calls;

static int due(const char *kind) {
    const char *after = getenv("FAIL_AFTER"), *with = getenv("FAIL_WITH");
    if (after == NULL || strcmp(kind, with == NULL ? "write" : with) != 0) return 0;
    if (atomic_fetch_add(&calls, 1) < atol(after)) return 0;
    errno = strcmp(kind, "sync") == 0 ? EIO : ENOSPC;
    return 1;
}

static int fails(int fd, int sync) {
    struct stat file;
    return fstat(fd, &file) == 0 && S_ISREG(file.st_mode) && due(sync ? "sync" : "write");
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

typedef int (*open_t)(const char *, int, ...);
int open64(const char *path, int flags, ...) {
    NEXT("open64", open_t);
    va_list more;
    va_start(more, flags);
    mode_t mode = flags & O_CREAT ? va_arg(more, mode_t) : 0;
    va_end(more);
    return (flags & O_CREAT) != 0 && due("name") ? -1 : next(path, flags, mode);
}

typedef int (*rename_t)(const char *, const char *);
int rename(const char *from, const char *to) {
    NEXT("rename", rename_t);
    return due("name") ? -1 : next(from, to);
}

typedef int (*mkdir_t)(const char *, mode_t);
int mkdir(const char *path, mode_t mode) {
    NEXT("mkdir", mkdir_t);
    return due("name") ? -1 : next(path, mode);
}
