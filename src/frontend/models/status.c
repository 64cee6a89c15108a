// sys/stat.h: what the system says of a file is what it may say of any.
#include "stdio_file.h"

struct Moment {
  long seconds, nanoseconds;
};
#ifdef __LP64__
/// As glibc has it on x86_64, where all offsets are wide.
#define FIELDS                                                                                                         \
  unsigned long device, number, links;                                                                                 \
  u32 mode, user, group, unused;                                                                                       \
  unsigned long ownDevice;                                                                                             \
  long size, blockSize, blocks;                                                                                        \
  struct Moment accessed, modified, changed;                                                                           \
  long reserved[3];
struct Status {
  FIELDS
};
struct WideStatus {
  FIELDS
};
#else
/// As glibc has it on i386.
struct Status {
  u64 device;
  u32 unused, number, mode, links, user, group;
  u64 ownDevice;
  u32 unusedToo;
  long size, blockSize, blocks;
  struct Moment accessed, modified, changed;
  long reserved[2];
};
struct WideStatus {
  u64 device;
  u32 unused, narrowNumber, mode, links, user, group;
  u64 ownDevice;
  u32 unusedToo;
  long long size;
  long blockSize;
  long long blocks;
  struct Moment accessed, modified, changed;
  u64 number;
};
#endif

static int isMoment(const struct Moment* moment) {
  return moment->nanoseconds >= 0 && moment->nanoseconds < 1000000000;
}

#define STATUS_MODELS(Type, stat, lstat, fstat)                                                                        \
  static int any##Type(struct Type* to) {                                                                              \
    requireForeign(0); /* what the program has done to files is not remembered */                                      \
    if (fails()) return -1;                                                                                            \
    __VERIFIER_nondet_memory(to, sizeof *to);                                                                          \
    const u32 type = to->mode >> 12; /* of a pipe, a device, a folder, a plain file, a link, a socket */               \
    __VERIFIER_assume(type == 1 || type == 2 || type == 4 || type == 6 || type == 8 || type == 10 || type == 12);      \
    __VERIFIER_assume(to->mode >> 16 == 0 && to->size >= 0 && to->blockSize > 0 && to->blocks >= 0);                   \
    __VERIFIER_assume(isMoment(&to->accessed) && isMoment(&to->modified) && isMoment(&to->changed));                   \
    return 0;                                                                                                          \
  }                                                                                                                    \
  MODEL(int, stat)(const char* path, struct Type* to) {                                                                \
    readString(path);                                                                                                  \
    return any##Type(to);                                                                                              \
  }                                                                                                                    \
  MODEL(int, lstat)(const char* path, struct Type* to) {                                                               \
    readString(path);                                                                                                  \
    return any##Type(to);                                                                                              \
  }                                                                                                                    \
  MODEL(int, fstat)(int file, struct Type* to) { return any##Type(to); }

STATUS_MODELS(Status, stat, lstat, fstat)
STATUS_MODELS(WideStatus, stat64, lstat64, fstat64)
