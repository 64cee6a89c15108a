// sys/stat.h: what the system says of a file is what it may say of any.
#include "stdio_file.h"

struct Moment {
  long seconds, nanoseconds;
};
/// As glibc has it on x86_64.
struct Status {
  unsigned long device, number, links;
  u32 mode, user, group, unused;
  unsigned long ownDevice;
  long size, blockSize, blocks;
  struct Moment accessed, modified, changed;
  long reserved[3];
};

static int isMoment(const struct Moment* moment) {
  return moment->nanoseconds >= 0 && moment->nanoseconds < 1000000000;
}

static int anyStatus(struct Status* to) {
  if (sizeof(long) != 8) __assay_unsupported("stat and its kin in 32 bits");
  requireForeign(0); // what the program has done to files is not remembered
  if (fails()) return -1;
  __VERIFIER_nondet_memory(to, sizeof *to);
  const u32 type = to->mode >> 12; // of a pipe, a device, a folder, a plain file, a link, a socket
  __VERIFIER_assume(type == 1 || type == 2 || type == 4 || type == 6 || type == 8 || type == 10 || type == 12);
  __VERIFIER_assume(to->mode >> 16 == 0 && to->size >= 0 && to->blockSize > 0 && to->blocks >= 0);
  __VERIFIER_assume(isMoment(&to->accessed) && isMoment(&to->modified) && isMoment(&to->changed));
  return 0;
}
MODEL(int, stat)(const char* path, struct Status* to) {
  readString(path);
  return anyStatus(to);
}
MODEL(int, lstat)(const char* path, struct Status* to) {
  readString(path);
  return anyStatus(to);
}
MODEL(int, fstat)(int file, struct Status* to) { return anyStatus(to); }
