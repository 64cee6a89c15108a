// Behind a violation that is known, executions go on, and what they violate then counts.
// check: -p unreach-call -DRETURNS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -DRETURNS --engine kiki
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -DRETURNS --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -DWRAPS
// expect: status 1: verdict: false(unreach-call)
// check: -DWRAPS --engine kiki
// expect: status 1: verdict: false(unreach-call)
// check: -DENDS
// expect: status 0: verdict: true (but for known violations: 2)
// check: -DENDS --engine symex
// expect: status 0: verdict: true (but for known violations: 2)
// check: -DUNDEFINED
// expect: status 2: not safe behind a violation for which C has no meaning: invalid read of memory
// check: -DUNDEFINED --engine kiki --all
// expect: status 2: not safe behind a violation for which C has no meaning: invalid read of memory
// run: -p memsafety -DWRAPS --inputs 2147483647
// expect: exit 1
// native: yes
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern void exit(int);

static int calls;
#ifdef RETURNS
void reach_error(void) { calls++; }
#else
void reach_error(void) { exit(1); }
#endif

int main(void) {
  int x = __VERIFIER_nondet_int();
#if defined RETURNS
  if (x > 10) reach_error(); // assay-ignore unreach-call: it only counts
  if (calls) reach_error();
#elif defined WRAPS
  if (x < 0) return 0;
  int y = x + 1; // assay-ignore no-overflow
  if (y < 0) reach_error();
#elif defined ENDS
  assert(x != 3);                         // assay-ignore
  unsigned y = 100u / ((unsigned)x - 4u); // assay-ignore division-by-zero
  if (x == 3 || x == 4) reach_error();
#elif defined UNDEFINED
  int a[4] = {0};
  if (x < 0 || x > 4) return 0;
  int y = a[x]; // assay-ignore valid-deref
  if (x == 4) reach_error();
#endif
  return 0;
}
