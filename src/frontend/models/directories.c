// dirent.h, and where files stand: what is in a folder is an input.
#include "stdio_file.h"

static int giveText(char* to, size_t room);
static ssize_t transferred(size_t most);

#define ENTRY(Type, Number, Offset)                                                                                    \
  struct Type {                                                                                                        \
    Number number;                                                                                                     \
    Offset next;                                                                                                       \
    unsigned short size;                                                                                               \
    u8 kind;                                                                                                           \
    char name[256];                                                                                                    \
  }
ENTRY(Entry, unsigned long, long);
ENTRY(WideEntry, u64, i64);
#undef ENTRY
/// It has room for one entry.
struct Folder {
  struct Entry entry;
  struct WideEntry wideEntry;
};

INPUT(int, folder);
MODEL(struct Folder*, opendir)(const char* path) {
  readString(path);
  if (__assay_input_folder() != 0) return __assay_new(sizeof(struct Folder), "opendir");
  failure();
  return NULL;
}
MODEL(int, closedir)(struct Folder* folder) {
  __assay_delete(folder);
  return zeroOrFailure();
}
#define READ(read, Type, entry)                                                                                        \
  MODEL(struct Type*, read)(struct Folder * folder) {                                                                  \
    readByte(folder);                                                                                                  \
    if (fails() || __assay_input_folder() == 0) return NULL;                                                           \
    __VERIFIER_nondet_memory(&folder->entry, sizeof folder->entry);                                                    \
    giveText(folder->entry.name, sizeof folder->entry.name);                                                           \
    __VERIFIER_assume(folder->entry.name[0] != 0 && folder->entry.kind <= 14);                                         \
    return &folder->entry;                                                                                             \
  }
READ(readdir, Entry, entry)
READ(readdir64, WideEntry, wideEntry)
#undef READ
INPUT(long, telldir);
MODEL(long, telldir)(struct Folder* folder) {
  readByte(folder);
  return __assay_input_telldir();
}
MODEL(void, seekdir)(struct Folder* folder, long position) { readByte(folder); }
MODEL(void, rewinddir)(struct Folder* folder) { readByte(folder); }

#define OF_PATH(name, ...)                                                                                             \
  MODEL(int, name)(const char* path __VA_OPT__(, ) __VA_ARGS__) {                                                      \
    readString(path);                                                                                                  \
    return zeroOrFailure();                                                                                            \
  }
OF_PATH(access, int mode)
OF_PATH(chdir)
OF_PATH(chmod, unsigned mode)
OF_PATH(chown, unsigned user, unsigned group)
OF_PATH(mkdir, unsigned mode)
OF_PATH(rmdir)
#undef OF_PATH

MODEL(ssize_t, readlink)(const char* path, char* to, size_t size) {
  readString(path);
  const ssize_t count = transferred(size);
  if (count > 0) __VERIFIER_nondet_memory(to, (size_t)count);
  return count;
}
/// A path in memory of the caller, or in a new block, of which the caller may leave the size open.
enum { kMostPath = 4096 };
UNSPECIFIED(size_t, path_size);
static char* givePath(char* to, size_t room) {
  if (fails()) return NULL;
  char* block = to;
  if (to == NULL) {
    if (room == 0) {
      room = __assay_unspecified_path_size();
      __VERIFIER_assume(room > 0 && room <= kMostPath);
    }
    block = malloc(room);
    if (block == NULL) return NULL;
  }
  giveText(block, room);
  return block;
}
MODEL(char*, getcwd)(char* to, size_t size) {
  if (to != NULL && size == 0) {
    errorNumber = EINVAL;
    return NULL;
  }
  return givePath(to, size);
}
MODEL(char*, realpath)(const char* path, char* to) {
  readString(path);
  return givePath(to, to == NULL ? 0 : kMostPath);
}
MODEL(int, gethostname)(char* to, size_t size) {
  if (!fails()) return giveText(to, size) ? 0 : failure();
  __VERIFIER_nondet_memory(to, size); // a part of a name that is too long
  return -1;
}
