// The same name without its first part is no region.
// check: -p assert -D swap=__VERIFIER_atomic_swap
// expect: status 0: verdict: true
// check: -p assert --engine symex -D swap=__VERIFIER_atomic_swap
// expect: status 0: verdict: true
// check: -p assert -D swap=verifier_atomic_swap
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D swap=verifier_atomic_swap
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D swap=verifier_atomic_swap
// expect: status 1: verdict: false(assert)
// native: no (it calls functions of a verifier)
#include <assert.h>
#include <pthread.h>
static int first = 1, second = 2;
static void swap(void) {
  int old = first;
  first = second;
  second = old;
}
static void *work(void *argument) {
  swap();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  swap();
  pthread_join(a, 0);
  assert(first == 1 && second == 2);
  return 0;
}
