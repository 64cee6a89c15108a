// stdio.h: input by characters, lines and blocks.
#include "stdio_file.h"

MODEL(int, getchar)(void) { return readCharacter(&standardInput); }
MODEL(int, getchar_unlocked)(void) { return readCharacter(&standardInput); }
MODEL(int, getc)(FILE* stream) { return readCharacter(stream); }
MODEL(int, fgetc)(FILE* stream) { return readCharacter(stream); }
MODEL(int, _IO_getc)(FILE* stream) { return readCharacter(stream); }
MODEL(int, getc_unlocked)(FILE* stream) { return readCharacter(stream); }
MODEL(int, fgetc_unlocked)(FILE* stream) { return readCharacter(stream); }
MODEL(int, ungetc)(int c, FILE* stream) {
  readByte(stream);
  if (c == EOF) return EOF;
  if (stream->state.pushed != 0) __assay_unsupported("ungetc of a second character");
  if (stream->state.isClosedForReading) return EOF;
  stream->state.pushed = (u8)c + 1;
  stream->state.atEnd = 0;
  return (u8)c;
}

/// An error gives NULL, whatever was read before.
static char* readLine(char* to, int size, FILE* stream) {
  readByte(stream);
  if (size <= 0) return NULL;
  int n = 0;
  while (n < size - 1) {
    const int c = readCharacter(stream);
    if (c == EOF && (n == 0 || !stream->state.atEnd)) return NULL;
    if (c == EOF) break;
    to[n++] = (char)c;
    if (c == '\n') break;
  }
  to[n] = 0;
  return to;
}
MODEL(char*, fgets)(char* to, int size, FILE* stream) { return readLine(to, size, stream); }
MODEL(char*, fgets_unlocked)(char* to, int size, FILE* stream) { return readLine(to, size, stream); }
MODEL(char*, gets)(char* to) {
  size_t n = 0;
  for (;;) {
    const int c = readCharacter(&standardInput);
    if (c == EOF && (n == 0 || !standardInput.state.atEnd)) return NULL;
    if (c == EOF || c == '\n') break;
    to[n++] = (char)c;
  }
  to[n] = 0;
  return to;
}

INPUT(size_t, fread);
static size_t readBlock(void* to, size_t size, size_t count, FILE* stream) {
  readByte(stream);
  if (size == 0 || count == 0) return 0;
  size_t bytes;
  if (__builtin_mul_overflow(size, count, &bytes)) __assay_unsupported("fread of more than the address space");
  size_t done = 0;
  if (stream->state.pushed != 0) {
    *(u8*)to = (u8)readCharacter(stream);
    done = 1;
  }
  if (stream->state.isClosedForReading) {
    (void)readCharacter(stream); // fails
    return done / size;
  }
  if (!stream->state.atEnd && done < bytes) {
    requireForeign(isStandard(stream));
    const size_t more = __assay_input_fread();
    __VERIFIER_assume(more <= bytes - done);
    __VERIFIER_nondet_memory((u8*)to + done, more);
    if (more != 0 && stream->state.next != kAnything)
      __VERIFIER_assume(isAllowedNext(stream->state.next, ((u8*)to)[done]));
    if (more != 0) stream->state.next = kAnything;
    done += more;
    if (done < bytes) endOrError(stream);
  }
  return done / size;
}
MODEL(size_t, fread)(void* to, size_t size, size_t count, FILE* stream) { return readBlock(to, size, count, stream); }
MODEL(size_t, fread_unlocked)(void* to, size_t size, size_t count, FILE* stream) {
  return readBlock(to, size, count, stream);
}

/// Room for this many bytes in a block that grows: for just these, or for as many as glibc asks for.
static int makeRoom(char** line, size_t* size, size_t kept, size_t wanted, int isTight) {
  if (*line != NULL && wanted <= *size) return 1;
  const size_t usual = *line == NULL || *size < 60 ? 120 : 2 * *size;
  const size_t room = isTight || usual < wanted ? wanted : usual;
  char* const block = malloc(room);
  if (block == NULL) return 0;
  if (*line != NULL) {
    memcpy(block, *line, kept);
    free(*line);
  }
  *line = block;
  *size = room;
  return 1;
}
static ssize_t readGrowing(char** line, size_t* size, int end, FILE* stream) {
  if (line == NULL || size == NULL) {
    errorNumber = EINVAL;
    return -1;
  }
  const int isTight = __assay_unspecified_choice() != 0;
  // There may be room before anything is read, so that the program has a block though nothing came.
  if (__assay_unspecified_choice() && !makeRoom(line, size, 0, 1, isTight)) return -1;
  size_t n = 0;
  int c = EOF;
  do {
    c = readCharacter(stream);
    if (c == EOF && (n == 0 || !stream->state.atEnd)) return -1;
    if (c == EOF) break;
    if (!makeRoom(line, size, n, n + 2, isTight)) return -1;
    (*line)[n++] = (char)c;
  } while (c != end);
  (*line)[n] = 0;
  return (ssize_t)n;
}
MODEL(ssize_t, getline)(char** line, size_t* size, FILE* stream) { return readGrowing(line, size, '\n', stream); }
MODEL(ssize_t, getdelim)(char** line, size_t* size, int end, FILE* stream) {
  return readGrowing(line, size, end, stream);
}
