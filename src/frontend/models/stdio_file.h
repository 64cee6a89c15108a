// The streams of stdio.h as models see them: what has been read is input, what is written is gone.
#pragma once

#include "assay_models.h"

typedef struct {
  int atEnd;  // the end of the file was met, and stays
  int pushed; // a character given back by ungetc, plus 1; 0 for none
} FILE;

INPUT(int, getc);
static int readCharacter(FILE* stream) {
  if (stream->pushed != 0) {
    const int c = stream->pushed - 1;
    stream->pushed = 0;
    return c;
  }
  if (stream->atEnd) return EOF;
  const int c = __assay_input_getc();
  __VERIFIER_assume(c >= EOF && c <= 255);
  if (c == EOF) stream->atEnd = 1;
  return c;
}
