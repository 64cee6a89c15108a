// Loops that allocate for ever. Proofs are by induction, with memory as records or arrays; what looks like one of them and
// fails after some iterations, or never gets that far, must not be proved.
// check: -D CASE=1 --engine kiki --timeout 20 -p unreach-call
// expect: status 0: inductive
// check: -D CASE=1 --engine kiki --timeout 20 -p valid-deref
// expect: status 0: inductive
// check: -D CASE=2 --engine kiki --timeout 20 -p valid-deref
// expect: status 0: inductive
// check: -D CASE=3 --engine kiki --timeout 20 -p valid-deref
// expect: status 1: false(valid-deref)
// check: -D CASE=4 --engine kiki --timeout 20 -p valid-free
// expect: status 1: false(valid-free)
// check: -D CASE=5 --engine kiki --timeout 3 -p unreach-call
// expect: status 2
// check: -D CASE=6 --engine kiki --timeout 20 -p unreach-call
// expect: status 1: false(unreach-call)
// check: -D CASE=7 --engine kiki --timeout 3 -p valid-memcleanup
// expect: status 2
// native: no (it never ends)
#include <stdlib.h>

extern void reach_error(void);
extern int __VERIFIER_nondet_int(void);

int main(void) {
  int *last = NULL;
  unsigned long made = 0;
  for (;;) {
    int *p = malloc(2 * sizeof *p);
    if (!p) continue;
    p[0] = 7;
    p[1] = __VERIFIER_nondet_int();
#if CASE == 1 // one block at a time
    if (p[0] != 7) reach_error();
    free(p);
#elif CASE == 2 // none is ever freed
    p[0] = p[1];
#elif CASE == 3 // the block before is used again once in a while
    if (last && p[1] == 12345) last[0] = 1;
    last = p;
    free(p);
#elif CASE == 4 // it is freed again
    if (made == 3) free(last);
    last = p;
    free(p);
#elif CASE == 5 // there are more blocks than the model can tell apart
    if (made == 1ul << 33) reach_error();
#elif CASE == 6 // contents of the block before
    if (last && last[1] == 5 && p[1] == 6 && made == 2) reach_error();
    free(last);
    last = p;
#elif CASE == 7 // a division by zero ends the program, and the block is not freed
    p[0] = p[0] / p[1];
    free(p);
#endif
    made++;
  }
}
