// Blocks that no execution reaches: behind a call that does not return, behind a loop that does not end, where conditions exclude
// each other over a loop, in a function that only dead code calls. What is reached in one way only is not dead.
// check: --dead-code
// expect: status 1: dead_code.c:25:
// expect: status 1: dead_code.c:34:9: dead: block of main
// expect: status 1: dead_code.c:47:9: dead: block of main
// expect: no: dead_code.c:38
// expect: no: dead_code.c:44:
// expect: no: open
// check: --dead-code --engine symex
// expect: status 1: dead_code.c:47:9: dead: block of main
// expect: no: open
// check: --dead-code --target loop --quiet
// expect: status 1: targets: complete
// check: --dead-code -D ALIVE
// expect: status 0: 0 dead)
// check: --dead-code --property unreach-call
// expect: status 64: not both
// check: --dead-code --sarif nothing.sarif
// expect: status 64: no other report
// native: no (the inputs decide)
// verdict: true -p valid-deref
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static int only_from_there(int n) { return n * 2; }

static void leave(int n) { exit(n > 0); }

int main(void) {
  int n = __VERIFIER_nondet_int(), odd = 0;
#ifndef ALIVE
  if (n == 5) {
    leave(n);
    n = only_from_there(n);
  }
#endif
  if (n == 123456789) {
    odd = 2;
  }
loop:
  for (int i = 0; i < 10; i++) {
    odd = 1 - odd;
    if (odd == -1 && i == 0) {
      n = 4;
#ifndef ALIVE
    } else if (odd == 5) {
      n = 6;
#endif
    }
  }
  return n == 4;
}
