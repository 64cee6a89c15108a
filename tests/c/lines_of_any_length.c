// getline makes room for what it reads; the block is the program's, which frees it.
// check: -p memsafety -D LEAST=0 -t 4
// expect: no: verdict: false
// check: -p valid-deref -D LEAST=3 --native-replay off -t 4
// expect: no: verdict: true
// check: --native-replay on -p valid-memtrack -D LEAST=0 -D FORGETS
// expect: status 1: verdict: false(valid-memtrack)
// verdict: unknown (what a violation rests on is open, and the compiled program is not run here)
// native: no (it reads standard input)
#define _GNU_SOURCE
#include <stdio.h>
#include <stdlib.h>
int main(void) {
  char *line = NULL;
  size_t size = 0;
  ssize_t length = getline(&line, &size, stdin);
  if (length > 0 && length <= 3) {
    if (line[length] != 0 || size < (size_t)length + 1) line[1000] = 1;
    if (LEAST == 3 && length == 2 && line[0] == 'x') line[200] = 1;
  }
#ifdef FORGETS
  if (length == 2) line = NULL;
#endif
  free(line);
  return 0;
}
