// What no engine does alone in this time. The first check takes three million iterations on known values, which symbolic
// execution just runs; the others need an invariant of a loop without end.
// check: --property assert --timeout 18
// expect: status 0: verdict: true
// check: --property assert --timeout 2 --engine symex
// expect: status 2: verdict: unknown
// check: --property assert --timeout 2 --engine kiki
// expect: status 2: verdict: unknown
// native: no (endless)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  unsigned random = 1;
  for (int i = 0; i < 3000000; ++i) random = random * 1103515245u + 12345u;
  assert(random == 3990670145u);
  int up = 0, down = 0;
  while (1) {
    int step = __VERIFIER_nondet_int();
    if (step > 0 && up < 1000000) {
      up += step & 3;
      down -= step & 3;
    }
    assert(up + down == 0);
    assert(up >= 0 && up <= 1000002);
  }
}
