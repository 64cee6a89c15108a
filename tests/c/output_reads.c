// Output functions read what they print, as far as the format says, and use a stream that must be open.
// run: -p memsafety -D CASE=0
// expect: exit 0
// run: -p memsafety -D CASE=1
// expect: error(valid-deref) at line 44
// run: -p memsafety -D CASE=2
// expect: error(valid-deref) at line 45
// run: -p memsafety -D CASE=3
// expect: error(valid-deref) at line 46
// run: -p memsafety -D CASE=4
// expect: error(valid-deref) at line 38
// run: -p memsafety -D CASE=5
// expect: error(valid-deref) at line 48
// run: -p memsafety -D CASE=6
// expect: error(valid-deref) at line 49
// run: -p memsafety -D CASE=7
// expect: error(valid-deref) at line 50
// run: -p memsafety -D CASE=8
// expect: error(valid-deref) at line 51
// run: -p memsafety -D CASE=9
// expect: error(valid-deref) at line 52
// run: -p memsafety -D CASE=10
// expect: error(valid-deref) at line 53
// check: -p memsafety -D CASE=0
// expect: status 0: verdict: true
// check: -p memsafety -D CASE=1
// expect: status 1: verdict: false(valid-deref)
// check: -p memsafety -D CASE=6
// expect: status 1: verdict: false(valid-deref)
// native: no (the case is given on the command line)
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <wchar.h>
static void print(const char *format, ...) {
  va_list list;
  va_start(list, format);
  vprintf(format, list);
  va_end(list);
}
int main(void) {
  char open[3] = {'a', 'b', 'c'}, *freed = malloc(2), *format = CASE < 5 ? "%s" : "%.3s%d";
  wchar_t wide[2] = {L'a', L'b'};
  if (CASE == 1) printf("%d%%%s\n", 1, open);
  if (CASE == 2) printf("%*d%.4s\n", 3, 1, open);
  if (CASE == 3) printf("%.*s\n", 4, open);
  if (CASE == 4) print(format, open);
  if (CASE == 5) fprintf(stderr, "%ls", wide);
  if (CASE == 6) puts(open);
  if (CASE == 7) fputs(open, stdout);
  if (CASE == 8) fwrite(open, 2, 2, stdout);
  if (CASE == 9) fprintf((FILE *)0, "text");
  if (CASE == 10) perror(open);
  printf("%.3s %-3.*s %ls %s\n", open, 2, open, L"wide", "text");
  printf(format + 2, open, 5);
  print("%.3s", open);
  fprintf(stdout, "%.2ls\n", wide);
  fwrite(open, 1, 3, stdout);
  fwrite(open, 0, 100, stdout);
  free(freed);
  return 0;
}
