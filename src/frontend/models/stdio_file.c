// stdio.h: streams and files.
#include "stdio_file.h"

MODEL(FILE*, stdin) = &standardInput;
MODEL(FILE*, stdout) = &standardOutput;
MODEL(FILE*, stderr) = &standardError;

INPUT(int, fopen);
/// Whether the outside lets the file be opened.
static int canOpen(void) {
  if (__assay_input_fopen()) return 1;
  failure();
  return 0;
}
/// A stream in `made`, which may be read and written as the mode says.
static FILE* beginStream(FILE* made, const char* mode) {
  const int isBoth = mode[1] == '+' || (mode[1] != 0 && mode[2] == '+');
  made->state.atEnd = 0;
  made->state.hasFailed = 0;
  made->state.pushed = 0;
  made->state.next = kAnything;
  made->state.isClosedForReading = !isBoth && mode[0] != 'r';
  made->state.isClosedForWriting = !isBoth && mode[0] == 'r';
  return made;
}
static int isMode(const char* mode) {
  readString(mode);
  if (mode[0] == 'r' || mode[0] == 'w' || mode[0] == 'a') return 1;
  errorNumber = EINVAL;
  return 0;
}
/// What is in a file that was opened to be written anew, the program has decided: nothing.
static void noteEmptied(const char* mode) { hasWrittenFiles |= mode[0] == 'w'; }
#define OPEN(name, parameter, read)                                                                                    \
  MODEL(FILE*, name)(parameter, const char* mode) {                                                                    \
    read;                                                                                                              \
    if (!isMode(mode) || !canOpen()) return NULL;                                                                      \
    return beginStream(__assay_new(sizeof(FILE), #name), mode);                                                        \
  }
OPEN(fopen, const char* path, readString(path); noteEmptied(mode))
OPEN(fopen64, const char* path, readString(path); noteEmptied(mode))
OPEN(fdopen, int file, (void)file)
OPEN(popen, const char* command, readString(command))
MODEL(FILE*, tmpfile)(void) {
  if (!canOpen()) return NULL;
  noteEmptied("w+");
  return beginStream(__assay_new(sizeof(FILE), "tmpfile"), "w+");
}
MODEL(FILE*, freopen)(const char* path, const char* mode, FILE* stream) { __assay_unsupported("freopen"); }

/// The stream ends. One of the three standard ones can still be used, and then fails.
static void closeStream(FILE* stream) {
  stream->state.isClosedForReading = 1;
  stream->state.isClosedForWriting = 1;
  if (!isStandard(stream)) __assay_delete(stream);
}
MODEL(int, fclose)(FILE* stream) {
  closeStream(stream);
  return zeroOrFailure();
}
INPUT(int, pclose);
MODEL(int, pclose)(FILE* stream) {
  closeStream(stream);
  const int status = __assay_input_pclose();
  return status == -1 ? failure() : status;
}

MODEL(int, feof)(FILE* stream) { return stream->state.atEnd != 0; }
MODEL(int, ferror)(FILE* stream) { return stream->state.hasFailed != 0; }
MODEL(int, feof_unlocked)(FILE* stream) { return stream->state.atEnd != 0; }
MODEL(int, ferror_unlocked)(FILE* stream) { return stream->state.hasFailed != 0; }
MODEL(void, clearerr)(FILE* stream) {
  stream->state.atEnd = 0;
  stream->state.hasFailed = 0;
}

/// Another place in the file: nothing is known of what comes there.
static void moveTo(FILE* stream) {
  stream->state.atEnd = 0;
  stream->state.pushed = 0;
  stream->state.next = kAnything;
}
static int seek(FILE* stream) {
  if (fails()) return -1;
  moveTo(stream);
  return 0;
}
MODEL(int, fseek)(FILE* stream, long offset, int origin) {
  readByte(stream);
  return seek(stream);
}
MODEL(int, fseeko)(FILE* stream, long offset, int origin) {
  readByte(stream);
  return seek(stream);
}
UNSPECIFIED(long, ftell);
static long tell(FILE* stream) {
  readByte(stream);
  if (fails()) return -1;
  const long position = __assay_unspecified_ftell();
  __VERIFIER_assume(position >= 0);
  return position;
}
MODEL(long, ftell)(FILE* stream) { return tell(stream); }
MODEL(long, ftello)(FILE* stream) { return tell(stream); }
MODEL(void, rewind)(FILE* stream) {
  (void)fails();
  moveTo(stream);
  stream->state.hasFailed = 0;
}

UNSPECIFIED(int, fileno);
MODEL(int, fileno)(FILE* stream) {
  readByte(stream);
  if (stream == &standardInput) return 0;
  if (stream == &standardOutput) return 1;
  if (stream == &standardError) return 2;
  const int file = __assay_unspecified_fileno();
  __VERIFIER_assume(file >= 0);
  return file;
}

static int setBuffer(FILE* stream, const char* buffer) {
  readByte(stream);
  if (buffer != NULL) __assay_unsupported("a stream that uses a buffer of the program");
  return fails();
}
MODEL(int, setvbuf)(FILE* stream, char* buffer, int mode, size_t size) { return setBuffer(stream, buffer); }
MODEL(void, setbuf)(FILE* stream, char* buffer) { (void)setBuffer(stream, buffer); }
MODEL(int, fflush)(FILE* stream) {
  if (stream != NULL) readByte(stream);
  const int result = zeroOrFailure();
  if (stream != NULL) stream->state.hasFailed |= result;
  return result;
}
MODEL(int, remove)(const char* path) {
  readString(path);
  return zeroOrFailure();
}
MODEL(int, rename)(const char* from, const char* to) {
  readString(from);
  readString(to);
  return zeroOrFailure();
}
