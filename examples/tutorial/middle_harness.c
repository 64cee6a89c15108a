// Calls middle() on every range of indices and says what has to come out.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int middle(int low, int high);

int main(void) {
  int low = __VERIFIER_nondet_int(), high = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 <= low && low <= high);
  int m = middle(low, high);
  assert(low <= m && m <= high);
  return 0;
}
