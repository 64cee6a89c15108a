// alloca lives until the function returns.
// run:
// expect: exit 0
// native: yes
#include "check.h"
#include <alloca.h>

static int work(int n) {
  int *blocks[8];
  for (int i = 0; i < n; i++) {
    blocks[i] = alloca((i + 1) * sizeof(int));
    for (int j = 0; j <= i; j++) blocks[i][j] = i * 10 + j;
  }
  int sum = 0;
  for (int i = 0; i < n; i++) sum += blocks[i][i];
  char *more = __builtin_alloca(3);
  more[2] = 1;
  return sum + more[2];
}

int main(void) {
  CHECK(work(4) == 67);
  CHECK(work(8) == 309);
  return 0;
}
