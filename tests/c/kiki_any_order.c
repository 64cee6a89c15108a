// What is computed from all elements of an array does not depend on their order, unless it depends on the last one.
// check: --engine kiki --property assert -D STEP=mean
// expect: status 0: verdict: true
// check: --engine kiki --property assert -D STEP=balance
// expect: status 0: verdict: true
// check: --engine kiki --property assert -D STEP=largest
// expect: status 0: verdict: true
// check: --engine kiki --property assert -D STEP=last
// expect: status 1: verdict: false(assert)
// native: no (inputs)
#include <assert.h>
#define COUNT 30
extern int __VERIFIER_nondet_int(void);
static long long mean(long long so_far, int x) { return so_far + x; }
static long long balance(long long so_far, int x) { return x % 2 ? so_far + 1 : so_far - 1; }
static long long largest(long long so_far, int x) { return so_far < x ? x : so_far; }
static long long last(long long so_far, int x) { return x ? x : so_far; }
static long long fold(const int *x) {
  long long result = 0;
  for (int i = 0; i < COUNT; i++) result = STEP(result, x[i]);
  return result / COUNT;
}
int main(void) {
  int x[COUNT], turned[COUNT];
  for (int i = 0; i < COUNT; i++) x[i] = turned[COUNT - 1 - i] = __VERIFIER_nondet_int();
  assert(fold(x) == fold(turned));
  return 0;
}
