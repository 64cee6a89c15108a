// run: --inputs 0
// expect: exit 3
// run: --inputs 1
// expect: exit 255
// run: --inputs 2
// expect: exit 4
// run: --inputs 3
// expect: abort
// run: --inputs 4
// expect: exit 0
// run: --inputs 5
// expect: exit 44
// native: yes
#include <stdlib.h>
#include <unistd.h>
extern int __VERIFIER_nondet_int(void);
static void leave(void) { exit(-1); }
int main(void) {
  switch (__VERIFIER_nondet_int()) {
  case 0: return 3;
  case 1: leave();
  case 2: _exit(4);
  case 3: abort();
  case 4: _Exit(0);
  }
  return 300;
}
