// Proves nothing: no value passes the assumption.
#include <assert.h>

extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int condition);

int main(void) {
  int percent = __VERIFIER_nondet_int();
  __VERIFIER_assume(percent < 0 && percent > 100);
  assert(percent == 42);
  return 0;
}
