// The state of streams: the end of a file, errors, characters that are given back, streams that are closed.
// check: -p unreach-call -D CASE=0
// expect: status 0: verdict: true
// check: -p unreach-call -D CASE=1
// expect: no: verdict: true
// check: -p memsafety -D CASE=0
// expect: status 0: verdict: true
// check: -p memsafety -D CASE=2
// expect: status 1: in a FILE from fopen that is closed already
// expect: status 1: verdict: false(valid-deref)
// check: -p memsafety -D CASE=6
// expect: status 1: free of a FILE from fopen, which is to be closed
// check: -p memsafety -D CASE=3
// expect: no: verdict: true
// check: -p memcleanup -D CASE=4
// expect: status 0: verdict: true
// check: -p valid-memtrack -D CASE=4
// expect: status 0: verdict: true
// native: no (the case is given on the command line)
#include <stdio.h>
#include <stdlib.h>
void reach_error(void) {}
#define MUST(condition)                                                                                                \
  if (!(condition)) reach_error()
int main(void) {
  char bytes[4] = "";
  FILE *file = fopen("name", CASE == 5 ? "r" : "r+");
  if (file == NULL) return 0;
  if (CASE == 4) return 0;
  if (CASE == 2) fclose(file);
  if (CASE == 6) free(file);
  MUST(fgetc(stdin) != EOF || feof(stdin) || ferror(stdin));
  if (CASE == 1) MUST(fgetc(file) != EOF || feof(file)); // it may be an error
  if (ungetc('x', file) == 'x') {
    MUST(!feof(file));
    MUST(fread(bytes, 1, 1, file) == 1 && bytes[0] == 'x');
  }
  size_t n = fread(bytes, 1, 4, file);
  MUST(n == 4 || feof(file) || ferror(file));
  rewind(file);
  MUST(!feof(file) && !ferror(file));
  MUST(ftell(file) >= -1);
  fclose(file);
  if (CASE == 3) fputc('x', file);
  file = fopen("name", "r");
  if (file == NULL) return 0;
  MUST(fputs("text", file) == EOF && ferror(file)); // it cannot be written
  clearerr(file);
  MUST(!ferror(file));
  fclose(file);
  return 0;
}
