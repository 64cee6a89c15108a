// The streams of stdio.h as models see them: what is read is input, what is written is gone. A stream that is open is
// an object that the library keeps, with the size of glibc's.
#pragma once

#include "assay_models.h"

/// What is known of the next character, because a conversion of scanf has left it.
enum { kAnything, kNoDigit, kNoHexDigit, kWhitespace };

struct Stream {
  int atEnd;     // the end of the file was met, and stays
  int hasFailed; // an error was met, and stays
  int pushed;    // a character given back by ungetc, plus 1; 0 for none
  int next;      // one of the above
  int isClosedForReading, isClosedForWriting;
};
typedef union {
  struct Stream state;
  char bytes[sizeof(void*) == 8 ? 216 : 148];
} FILE;

static FILE standardInput, standardOutput, standardError;

static inline int isStandard(const FILE* stream) {
  return (stream == &standardInput) | (stream == &standardOutput) | (stream == &standardError);
}

/// Whether the program has written something that it might read again.
static int hasWrittenFiles;

UNSPECIFIED(int, read_error);
/// A read has met the end of the file, or an error.
static void endOrError(FILE* stream) {
  const int error = __assay_unspecified_read_error();
  const int isError = error > 0;
  stream->state.hasFailed |= isError;
  stream->state.atEnd |= !isError;
  errorNumber = (error & -isError) | (errorNumber & (isError - 1));
}

/// What the program has written is not remembered: it cannot read it again.
static void requireForeign(int isStandardStream) {
  if (hasWrittenFiles && !isStandardStream)
    __assay_unsupported("reading a file that the program may have written itself");
}

INPUT(int, getc);
static int isAllowedNext(int kind, int c) {
  if (kind == kWhitespace) return c == EOF || isSpace(c);
  return c == EOF || digitValue(c) >= (kind == kNoHexDigit ? 16 : 10);
}

static int readCharacter(FILE* stream) {
  if (stream->state.pushed != 0) {
    const int c = stream->state.pushed - 1;
    stream->state.pushed = 0;
    return c;
  }
  if (stream->state.isClosedForReading) {
    stream->state.hasFailed = 1;
    errorNumber = EBADF;
    return EOF;
  }
  if (stream->state.atEnd) return EOF;
  requireForeign(isStandard(stream));
  const int c = __assay_input_getc();
  __VERIFIER_assume(c >= EOF && c <= 255);
  if (stream->state.next != kAnything) __VERIFIER_assume(isAllowedNext(stream->state.next, c));
  stream->state.next = kAnything;
  if (c == EOF) endOrError(stream);
  return c;
}
