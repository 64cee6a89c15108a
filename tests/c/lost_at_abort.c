// What is lost, or not freed, counts where abort, a trap or a failing assertion ends the program.
// check: -p valid-memtrack --timeout 10 -D LOST -D END=abort()
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 10 -D LOST -D END=__builtin_trap()
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 10 -D LOST -D END=__VERIFIER_assert(0)
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 10 -D LOST -D END=assert(0)
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 10 -D LOST -D END=exit(3)
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 10 -D END=abort()
// expect: status 0: verdict: true
// check: -p valid-memtrack --timeout 10 -D END=__VERIFIER_assert(0)
// expect: status 0: verdict: true
// check: -p valid-memtrack --timeout 10 -D LITERAL -D END=abort()
// expect: no: verdict: false
// check: -p memcleanup --timeout 10 -D END=__VERIFIER_assert(0)
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p memcleanup --timeout 10 -D END=abort()
// expect: status 1: verdict: false(valid-memcleanup)
// native: no (inputs)
#include <assert.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assert(int);
#ifndef END
#define END abort()
#endif

struct holder {
  int *p;
};

int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef LITERAL
  struct holder *h = &(struct holder){malloc(sizeof(int))};
  h = 0;
  END;
#endif
  int *p = malloc(sizeof(int));
  *p = n;
  if (*p == 3) {
#ifdef LOST
    p = malloc(2);
#endif
    END;
  }
  free(p);
  return 0;
}
