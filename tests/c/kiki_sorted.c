// A check within a model of the library, whose position is that of the call.
// run: --property memsafety
// expect: exit 0
// check: --property memsafety --engine kiki --timeout 20
// expect: status 0
// native: yes
#include <stdlib.h>

static int compare(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }

int main(void) {
  int numbers[3] = {2, 0, 1};
  qsort(numbers, 3, sizeof numbers[0], compare);
  return 0;
}
