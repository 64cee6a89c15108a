// stdio.h: streams. Output has no effect on the program; how well it went is open. Input characters are inputs.
#include "stdio_file.h"

static FILE standardStreams[3];
MODEL(FILE*, stdin) = &standardStreams[0];
MODEL(FILE*, stdout) = &standardStreams[1];
MODEL(FILE*, stderr) = &standardStreams[2];

// Output.

UNSPECIFIED(int, printf);
// A result and no effect, whatever the arguments are.
#define OUTPUT(name, ...)                                                                                              \
  MODEL(int, name)(__VA_ARGS__) { return __assay_unspecified_printf(); }
OUTPUT(printf, const char*, ...)
OUTPUT(fprintf, FILE*, const char*, ...)
OUTPUT(dprintf, int, const char*, ...)
OUTPUT(vprintf, const char*, va_list)
OUTPUT(vfprintf, FILE*, const char*, va_list)
OUTPUT(__printf_chk, int, const char*, ...)
OUTPUT(__fprintf_chk, FILE*, int, const char*, ...)
OUTPUT(__vprintf_chk, int, const char*, va_list)
OUTPUT(__vfprintf_chk, FILE*, int, const char*, va_list)
OUTPUT(puts, const char*)
OUTPUT(fputs, const char*, FILE*)
OUTPUT(fputs_unlocked, const char*, FILE*)
MODEL(void, perror)(const char* s) { (void)s; }

/// The character, or EOF where the output fails.
static int written(int c) {
  const int result = __assay_unspecified_printf();
  __VERIFIER_assume(result == (u8)c || result == EOF);
  return result;
}
MODEL(int, putchar)(int c) { return written(c); }
MODEL(int, putchar_unlocked)(int c) { return written(c); }
#define PUT_CHARACTER(name)                                                                                            \
  MODEL(int, name)(int c, FILE* stream) { return written(c); }
PUT_CHARACTER(putc)
PUT_CHARACTER(fputc)
PUT_CHARACTER(_IO_putc)
PUT_CHARACTER(putc_unlocked)
PUT_CHARACTER(fputc_unlocked)

UNSPECIFIED(size_t, fwrite);
MODEL(size_t, fwrite)(const void* from, size_t size, size_t count, FILE* stream) {
  const size_t done = __assay_unspecified_fwrite();
  __VERIFIER_assume(done <= count);
  return done;
}

// Input.

MODEL(int, getchar)(void) { return readCharacter(&standardStreams[0]); }
MODEL(int, getchar_unlocked)(void) { return readCharacter(&standardStreams[0]); }
MODEL(int, getc)(FILE* stream) { return readCharacter(stream); }
MODEL(int, fgetc)(FILE* stream) { return readCharacter(stream); }
MODEL(int, _IO_getc)(FILE* stream) { return readCharacter(stream); }
MODEL(int, getc_unlocked)(FILE* stream) { return readCharacter(stream); }
MODEL(int, fgetc_unlocked)(FILE* stream) { return readCharacter(stream); }
MODEL(int, ungetc)(int c, FILE* stream) {
  if (c == EOF) return EOF;
  if (stream->pushed != 0) __assay_unsupported("ungetc of a second character");
  stream->pushed = (u8)c + 1;
  stream->atEnd = 0;
  return (u8)c;
}

MODEL(char*, fgets)(char* to, int size, FILE* stream) {
  if (size <= 0) return NULL;
  int n = 0;
  while (n < size - 1) {
    const int c = readCharacter(stream);
    if (c == EOF && n == 0) return NULL;
    if (c == EOF) break;
    to[n++] = (char)c;
    if (c == '\n') break;
  }
  to[n] = 0;
  return to;
}
MODEL(char*, gets)(char* to) {
  size_t n = 0;
  for (;;) {
    const int c = readCharacter(&standardStreams[0]);
    if (c == EOF && n == 0) return NULL;
    if (c == EOF || c == '\n') break;
    to[n++] = (char)c;
  }
  to[n] = 0;
  return to;
}
INPUT(size_t, fread);
MODEL(size_t, fread)(void* to, size_t size, size_t count, FILE* stream) {
  if (size == 0 || count == 0) return 0;
  size_t bytes;
  if (__builtin_mul_overflow(size, count, &bytes)) __assay_unsupported("fread of more than the address space");
  const size_t done = __assay_input_fread();
  __VERIFIER_assume(done <= bytes && !(stream->atEnd && done != 0));
  __VERIFIER_nondet_memory(to, done);
  if (done < bytes) stream->atEnd = 1;
  return done / size;
}
MODEL(ssize_t, getline)(char** line, size_t* size, FILE* stream) { __assay_unsupported("getline"); }

// Files. An open one is a heap block, which closing frees.

INPUT(int, fopen);
static FILE* openFile(void) {
  if (!__assay_input_fopen()) return NULL;
  FILE* stream = malloc(sizeof(FILE));
  if (stream == NULL) return NULL;
  stream->atEnd = 0;
  stream->pushed = 0;
  return stream;
}
MODEL(FILE*, fopen)(const char* path, const char* mode) { return openFile(); }
MODEL(FILE*, fopen64)(const char* path, const char* mode) { return openFile(); }
MODEL(FILE*, fdopen)(int file, const char* mode) { return openFile(); }
MODEL(FILE*, popen)(const char* command, const char* mode) { return openFile(); }
MODEL(FILE*, tmpfile)(void) { return openFile(); }
MODEL(FILE*, freopen)(const char* path, const char* mode, FILE* stream) { __assay_unsupported("freopen"); }

UNSPECIFIED(int, file_operation);
static int fileResult(void) { return __assay_unspecified_file_operation() ? -1 : 0; }
static int isStandard(const FILE* stream) {
  return stream == &standardStreams[0] || stream == &standardStreams[1] || stream == &standardStreams[2];
}
MODEL(int, fclose)(FILE* stream) {
  if (!isStandard(stream)) free(stream);
  return fileResult();
}
INPUT(int, pclose);
MODEL(int, pclose)(FILE* stream) {
  free(stream);
  return __assay_input_pclose();
}
MODEL(int, fflush)(FILE* stream) { return fileResult(); }
MODEL(int, feof)(FILE* stream) { return stream->atEnd; }
INPUT(int, ferror);
MODEL(int, ferror)(FILE* stream) { return __assay_input_ferror() != 0; }
MODEL(void, clearerr)(FILE* stream) { stream->atEnd = 0; }
MODEL(int, fseek)(FILE* stream, long offset, int origin) {
  const int result = fileResult();
  if (result == 0) {
    stream->atEnd = 0;
    stream->pushed = 0;
  }
  return result;
}
INPUT(long, ftell);
MODEL(long, ftell)(FILE* stream) {
  const long position = __assay_input_ftell();
  __VERIFIER_assume(position >= -1);
  return position;
}
MODEL(void, rewind)(FILE* stream) {
  stream->atEnd = 0;
  stream->pushed = 0;
}
INPUT(int, fileno);
MODEL(int, fileno)(FILE* stream) {
  for (int i = 0; i < 3; ++i) {
    if (stream == &standardStreams[i]) return i;
  }
  const int file = __assay_input_fileno();
  __VERIFIER_assume(file > 2);
  return file;
}
MODEL(int, setvbuf)(FILE* stream, char* buffer, int mode, size_t size) { return fileResult(); }
MODEL(void, setbuf)(FILE* stream, char* buffer) {}
MODEL(int, remove)(const char* path) { return fileResult(); }
MODEL(int, rename)(const char* from, const char* to) { return fileResult(); }
