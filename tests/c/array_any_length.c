// Arrays whose length is an input: filled upwards, downwards, in pairs, and read again.
// check: --engine kiki --property unreach-call --timeout 20
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call --timeout 20 -D DOWN
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call --timeout 20 -D PAIRS
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call --timeout 20 -D LEAST=8
// expect: status 1: verdict: false(unreach-call)
// check: --engine kiki --property unreach-call --timeout 20 -D DOWN -D FIRST=1
// expect: no: verdict: true
// check: --engine kiki --property unreach-call --timeout 20 -D PAIRS -D STEP=3
// expect: no: verdict: true
// native: no (inputs)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef LEAST
#define LEAST 2
#endif
#ifndef FIRST
#define FIRST 0
#endif
#ifndef STEP
#define STEP 2
#endif

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n <= 4 || n >= 100000 || n % 2 != 0) return 0;
  int *a = malloc(n * sizeof(int));
  int i;
  if (!a) return 0;
  a[0] = 0;
#ifdef DOWN
  for (i = n - 1; i >= FIRST; i--) a[i] = 7;
#elif defined PAIRS
  for (i = 0; i + 1 < n; i += STEP) {
    a[i] = 7;
    a[i + 1] = 5;
  }
#else
  for (i = 0; i < n; i++) a[i] = 7;
#endif
  for (i = 0; i < n; i++) {
    if (a[i] < LEAST) reach_error();
  }
  free(a);
  return 0;
}
