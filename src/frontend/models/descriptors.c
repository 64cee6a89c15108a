// unistd.h and fcntl.h: files by number. What they hold is an input.
#include "stdio_file.h"

/// The numbers of the standard streams may stand for other files, if they were closed, by the program or before.
static int hasClosedStandard;
static int isStandardNumber(int file) { return file >= 0 && file <= 2 && !hasClosedStandard; }

INPUT(int, descriptor);
static int openDescriptor(void) {
  const int value = __assay_input_descriptor();
  __VERIFIER_assume(value >= -1);
  hasClosedStandard |= value >= 0 && value <= 2;
  return value < 0 ? failure() : value;
}
/// Flags of open: the file is a new one, or is emptied.
enum { kExclusive = 0200, kTruncate = 01000 };
static int openFile(const char* path, int flags) {
  readString(path);
  hasWrittenFiles |= (flags & (kExclusive | kTruncate)) != 0;
  return openDescriptor();
}
MODEL(int, open)(const char* path, int flags, ...) { return openFile(path, flags); }
MODEL(int, open64)(const char* path, int flags, ...) { return openFile(path, flags); }
MODEL(int, close)(int file) {
  hasClosedStandard |= file >= 0 && file <= 2;
  return zeroOrFailure();
}
MODEL(int, dup)(int file) { return openDescriptor(); }
MODEL(int, dup2)(int file, int number) {
  if (fails()) return -1;
  hasClosedStandard |= number >= 0 && number <= 2;
  return number;
}
INPUT(int, fcntl);
static int control(int file, int command) {
  enum { kDuplicate = 0, kGetFlags = 1, kSetFlags = 2, kGetStatus = 3, kSetStatus = 4, kDuplicateClosing = 1030 };
  if (command == kDuplicate || command == kDuplicateClosing) return openDescriptor();
  if (command == kSetFlags || command == kSetStatus) return zeroOrFailure();
  if (command != kGetFlags && command != kGetStatus) __assay_unsupported("a command of fcntl");
  const int flags = __assay_input_fcntl();
  return flags < 0 ? failure() : flags;
}
MODEL(int, fcntl)(int file, int command, ...) { return control(file, command); }
MODEL(int, fcntl64)(int file, int command, ...) { return control(file, command); }
MODEL(int, fsync)(int file) { return zeroOrFailure(); }
INPUT(i64, position);
static i64 anyPosition(void) {
  const i64 position = __assay_input_position();
  return position < 0 ? failure() : position;
}
MODEL(long, lseek)(int file, long offset, int origin) {
  const i64 position = anyPosition();
  __VERIFIER_assume(position <= LONG_MAX);
  return (long)position;
}
MODEL(i64, lseek64)(int file, i64 offset, int origin) { return anyPosition(); }
UNSPECIFIED(int, pipe);
MODEL(int, pipe)(int* files) {
  if (fails()) return -1;
  files[0] = __assay_unspecified_pipe();
  files[1] = __assay_unspecified_pipe();
  __VERIFIER_assume(files[0] >= 0 && files[1] >= 0 && files[0] != files[1]);
  return 0;
}

INPUT(ssize_t, transferred);
static ssize_t transferred(size_t most) {
  const ssize_t count = __assay_input_transferred();
  __VERIFIER_assume(count >= -1 && (count < 0 || (size_t)count <= most));
  return count < 0 ? failure() : count;
}
MODEL(ssize_t, read)(int file, void* buffer, size_t size) {
  requireForeign(isStandardNumber(file));
  const ssize_t count = transferred(size);
  if (count > 0) __VERIFIER_nondet_memory(buffer, (size_t)count);
  return count;
}
MODEL(ssize_t, write)(int file, const void* buffer, size_t size) {
  __assay_reads(buffer, size);
  hasWrittenFiles |= !isStandardNumber(file);
  return transferred(size);
}
INPUT(int, isatty);
/// What a number is known to be; the standard ones are the same throughout. Others may be closed and opened again.
MODEL(int, isatty)(int file) {
  static u8 isKnown[3], isTerminal[3];
  if (!isStandardNumber(file)) {
    if (__assay_input_isatty()) return 1;
  } else {
    if (!isKnown[file]) isTerminal[file] = __assay_input_isatty() != 0;
    isKnown[file] = 1;
    if (isTerminal[file]) return 1;
  }
  failure();
  return 0;
}
/// As large as glibc's.
struct Terminal {
  char bytes[60];
};
MODEL(int, tcgetattr)(int file, struct Terminal* terminal) {
  if (fails()) return -1;
  __VERIFIER_nondet_memory(terminal, sizeof *terminal);
  return 0;
}
MODEL(int, tcsetattr)(int file, int when, const struct Terminal* terminal) {
  __assay_reads(terminal, sizeof *terminal);
  return zeroOrFailure();
}
MODEL(int, unlink)(const char* path) {
  readString(path);
  return zeroOrFailure();
}
