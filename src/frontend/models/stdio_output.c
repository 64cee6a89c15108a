// stdio.h: output. What is written has no effect on the program, but is read, so that wrong arguments are found; how
// well it went is open.
#include "stdio_file.h"

/// Whether the output fails.
static int outputFails(FILE* stream) {
  hasWrittenFiles |= !isStandard(stream);
  const int result = fails();
  if (stream->state.isClosedForWriting) {
    stream->state.hasFailed = 1;
    errorNumber = EBADF;
    return 1;
  }
  stream->state.hasFailed |= result;
  return result;
}

// Formatted. Where the format is a constant, and the result is not used or is known, the front end calls the functions
// of the second part for each argument instead (expand_formats.cpp).

/// The length, or what tells of an error.
UNSPECIFIED(int, printf);
static int formatted(int length, int hasFailed) {
  if (length >= 0 && !hasFailed) return length;
  const int result = __assay_unspecified_printf();
  __VERIFIER_assume(result < 0);
  return result;
}
static int print(FILE* stream, const char* format, va_list list) {
  const int length = formatText(NULL, 0, format, list);
  return formatted(length, outputFails(stream));
}
static int printNumbered(int file, const char* format, va_list list) {
  const int length = formatText(NULL, 0, format, list);
  hasWrittenFiles |= file > 2;
  return formatted(length, fails());
}
MODEL(int, vprintf)(const char* format, va_list list) { return print(&standardOutput, format, list); }
MODEL(int, vfprintf)(FILE* stream, const char* format, va_list list) { return print(stream, format, list); }
MODEL(int, vdprintf)(int file, const char* format, va_list list) { return printNumbered(file, format, list); }
MODEL(int, __vprintf_chk)(int flag, const char* format, va_list list) { return print(&standardOutput, format, list); }
MODEL(int, __vfprintf_chk)(FILE* stream, int flag, const char* format, va_list list) {
  return print(stream, format, list);
}
MODEL(int, printf)(const char* format, ...) { WITH_ARGUMENTS(format, print(&standardOutput, format, list)); }
MODEL(int, fprintf)(FILE* stream, const char* format, ...) { WITH_ARGUMENTS(format, print(stream, format, list)); }
MODEL(int, dprintf)(int file, const char* format, ...) { WITH_ARGUMENTS(format, printNumbered(file, format, list)); }
MODEL(int, __printf_chk)(int flag, const char* format, ...) {
  WITH_ARGUMENTS(format, print(&standardOutput, format, list));
}
MODEL(int, __fprintf_chk)(FILE* stream, int flag, const char* format, ...) {
  WITH_ARGUMENTS(format, print(stream, format, list));
}

void __assay_print_string(const char* s) { readFormatted(s); }
void __assay_print_part(const char* s, int precision) {
  if (precision < 0)
    readFormatted(s);
  else
    readPart(s, (size_t)precision);
}
void __assay_print_wide(const wide* s, int precision) {
  if (__assay_checks_reads()) (void)wideTextLength(s, precision);
}
int __assay_print(FILE* stream, int length) { return formatted(length, outputFails(stream)); }
int __assay_print_standard(int length) { return formatted(length, outputFails(&standardOutput)); }

// Strings, characters and blocks.

/// Nothing negative, or EOF.
UNSPECIFIED(int, puts);
static int writeString(const char* s, FILE* stream) {
  readString(s);
  if (outputFails(stream)) return EOF;
  const int result = __assay_unspecified_puts();
  __VERIFIER_assume(result >= 0);
  return result;
}
MODEL(int, puts)(const char* s) { return writeString(s, &standardOutput); }
MODEL(int, fputs)(const char* s, FILE* stream) { return writeString(s, stream); }
MODEL(int, fputs_unlocked)(const char* s, FILE* stream) { return writeString(s, stream); }
MODEL(void, perror)(const char* s) {
  if (s != NULL) readString(s);
  (void)outputFails(&standardError);
}

static int writeCharacter(int c, FILE* stream) { return outputFails(stream) ? EOF : (u8)c; }
MODEL(int, putchar)(int c) { return writeCharacter(c, &standardOutput); }
MODEL(int, putchar_unlocked)(int c) { return writeCharacter(c, &standardOutput); }
MODEL(int, putc)(int c, FILE* stream) { return writeCharacter(c, stream); }
MODEL(int, fputc)(int c, FILE* stream) { return writeCharacter(c, stream); }
MODEL(int, _IO_putc)(int c, FILE* stream) { return writeCharacter(c, stream); }
MODEL(int, putc_unlocked)(int c, FILE* stream) { return writeCharacter(c, stream); }
MODEL(int, fputc_unlocked)(int c, FILE* stream) { return writeCharacter(c, stream); }

UNSPECIFIED(size_t, fwrite);
static size_t writeBlock(const void* from, size_t size, size_t count, FILE* stream) {
  readByte(stream);
  if (size == 0 || count == 0) return 0;
  size_t bytes;
  if (__builtin_mul_overflow(size, count, &bytes)) bytes = ~(size_t)0;
  __assay_reads(from, bytes);
  if (!outputFails(stream)) return count;
  const size_t done = __assay_unspecified_fwrite();
  __VERIFIER_assume(done < count);
  return done;
}
MODEL(size_t, fwrite)(const void* from, size_t size, size_t count, FILE* stream) {
  return writeBlock(from, size, count, stream);
}
MODEL(size_t, fwrite_unlocked)(const void* from, size_t size, size_t count, FILE* stream) {
  return writeBlock(from, size, count, stream);
}
