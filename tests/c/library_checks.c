// Checks inside of a library function have no position of their own: the table of checks knows them all the same when the
// function has been inlined.
// run: -p memsafety
// expect: exit 0
// check: --engine kiki --property memsafety
// expect: status 0: verdict: true
// check: --property memsafety -D SHORT
// expect: status 1: verdict: false(valid-deref)
// native: yes
#include <stdlib.h>

static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return x < y ? -1 : x > y;
}

int main(void) {
  int numbers[] = {3, 1, 2};
#ifdef SHORT
  qsort(numbers, 4, sizeof numbers[0], compare);
#else
  qsort(numbers, 3, sizeof numbers[0], compare);
#endif
  return numbers[0] - 1;
}
