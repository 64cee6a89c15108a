// unistd.h and fcntl.h: files by number. What they hold is an input.
#include "stdio_file.h"

INPUT(int, descriptor);
static int openDescriptor(void) {
  const int value = __assay_input_descriptor();
  __VERIFIER_assume(value >= -1);
  return value < 0 ? failure() : value;
}
MODEL(int, open)(const char* path, int flags, ...) {
  readString(path);
  return openDescriptor();
}
MODEL(int, close)(int file) { return zeroOrFailure(); }
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
  requireForeign(file == 0);
  const ssize_t count = transferred(size);
  if (count > 0) __VERIFIER_nondet_memory(buffer, (size_t)count);
  return count;
}
MODEL(ssize_t, write)(int file, const void* buffer, size_t size) {
  __assay_reads(buffer, size);
  hasWrittenFiles |= file > 2;
  return transferred(size);
}
INPUT(int, isatty);
MODEL(int, isatty)(int file) {
  if (__assay_input_isatty()) return 1;
  failure();
  return 0;
}
MODEL(int, unlink)(const char* path) {
  readString(path);
  return zeroOrFailure();
}
