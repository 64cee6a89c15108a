// getline may make room though nothing is read, as glibc does; getdelim reads up to a null character, too.
// check: --native-replay on -p valid-memcleanup --timeout 15
// expect: status 1: verdict: false
// check: --native-replay on -p unreach-call --timeout 15 -D NULLS
// expect: status 1: verdict: false
// verdict: unknown (what a violation rests on is open, and the compiled program is not run here)
// native: no (it reads standard input)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
extern void reach_error(void);

int main(void) {
  char *line = NULL;
  size_t size = 0;
#ifdef NULLS
  if (getdelim(&line, &size, 0, stdin) > 0) reach_error();
  free(line);
#else
  if (getline(&line, &size, stdin) >= 0) free(line);
#endif
  return 0;
}
