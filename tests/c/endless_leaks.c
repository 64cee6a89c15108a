// Memory that is lost counts, although the program never ends.
// check: -p valid-memtrack --timeout 8 -DPLAIN
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 8 -DPLAIN --engine kiki
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 8 -DPLAIN --engine symex
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 8 -DBRANCH
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 8 -DCALLED
// expect: status 2: verdict: unknown
// check: -p valid-memtrack --timeout 8 -DAGAIN
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 1 -DASSUMED
// expect: status 2: verdict: unknown
// check: -p valid-memtrack --timeout 1 -DASSUMED --engine kiki
// expect: status 2: verdict: unknown
// check: -p valid-memtrack --timeout 3 -DABORTED --engine kiki
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --timeout 8 -DKEPT
// expect: status 0: verdict: true
// check: -p valid-memcleanup --timeout 8 -DPLAIN
// expect: status 0: verdict: true
// native: no (endless)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);

static int *kept;

static void spin(void) {
  for (;;) {
  }
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  int *p = malloc(sizeof *p);
#if defined(PLAIN)
  p = 0;
  while (1) {
  }
#elif defined(BRANCH)
  if (n > 3) {
    p = 0;
    for (;;) n++;
  }
#elif defined(CALLED)
  free(p);
  kept = malloc(4);
  if (n == 7) {
    kept = 0;
    spin();
  }
  p = kept;
#elif defined(AGAIN)
  for (;;) {
    *p = n;
    p = malloc(sizeof *p);
  }
#elif defined(ASSUMED) // whoever leaves the loop out sees only executions that lose nothing
  if (n) p = 0;
  while (n) {
  }
  __VERIFIER_assume(n == 0);
#elif defined(ABORTED)
  p = 0;
  abort();
#elif defined(KEPT)
  if (n > 3)
    for (;;) *p = n;
#endif
  free(p);
  return 0;
}
