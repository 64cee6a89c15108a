// A loop that only an error leads out of: the slice keeps the branch that decides.
// check: --engine kiki --property assert
// expect: status 0: verdict: true
// check: --engine kiki --property assert -D BROKEN
// expect: status 1: verdict: false(assert)
// native: no (does not end)
#include <assert.h>
int main(void) {
  int x = 0;
  while (1) {
    assert(x == 0);
#ifdef BROKEN
    x++;
#endif
  }
}
