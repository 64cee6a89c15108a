// A rate limiter. However long it serves, it never serves more than the bucket held and was given since.
// Runs for ever: no suite of tests is complete.
#include <assert.h>

extern _Bool __VERIFIER_nondet_bool(void);

enum { CAPACITY = 10 };

int main(void) {
  unsigned tokens = CAPACITY, refilled = 0, served = 0;
  while (__VERIFIER_nondet_bool()) {
    if (__VERIFIER_nondet_bool()) {
      if (tokens < CAPACITY) {
        tokens++;
        refilled++;
      }
    } else if (tokens > 0) {
      tokens--;
      served++;
    }
    assert(served - refilled <= CAPACITY);
  }
  return 0;
}
