// Who is joined has ended, and does not write any more. Which thread that is, the handle says. Who waits in an atomic region is
// interrupted.
// check: -p assert --engine modular
// expect: status 0: verdict: true
// check: -p assert -D OTHER --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D OTHER
// expect: status 1: verdict: false(assert)
// check: -p assert -D EITHER --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D TWICE --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D TWICE
// expect: status 1: verdict: false(assert)
// check: -p assert -D IN_REGION --engine modular
// expect: status 2: verdict: unknown
// truth: assert false -D IN_REGION
// native: no (the order of threads)
#include <assert.h>
#include <pthread.h>
int __VERIFIER_nondet_int(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int number, other;
static void *work(void *argument) {
  for (int i = 0; __VERIFIER_nondet_int(); ++i) number = 1;
  number = 2;
  return argument;
}
static void *rest(void *argument) {
  other = 1;
  return argument;
}
int main(void) {
  pthread_t a, b;
#ifdef TWICE
  for (int i = 0; i < 2; ++i) pthread_create(&a, 0, work, 0);
#else
  pthread_create(&a, 0, work, 0);
#endif
  pthread_create(&b, 0, rest, 0);
#ifdef IN_REGION
  __VERIFIER_atomic_begin();
  number = 3;
  pthread_join(a, 0);
  assert(number == 3);
  __VERIFIER_atomic_end();
#elif defined OTHER
  pthread_join(b, 0);
#elif defined EITHER
  pthread_join(__VERIFIER_nondet_int() ? a : b, 0);
#else
  pthread_join(a, 0);
#endif
  number = 3;
  assert(number == 3);
  return 0;
}
