// main with arguments: argv[argc] is null, strings end.
// run: --seed 1
// expect: exit 0 or blocked
// run: --seed 2
// expect: exit 0 or blocked
// run: --seed 3 -m 32
// expect: exit 0 or blocked
// native: yes
#include "check.h"

int main(int argc, char **argv) {
  CHECK(argc >= 0);
  CHECK(argv[argc] == 0);
  for (int i = 0; i < argc; i++) {
    CHECK(argv[i] != 0);
    int n = 0;
    while (argv[i][n]) n++;
    CHECK(n >= 0);
  }
  return 0;
}
