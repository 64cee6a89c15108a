// Addresses of locals that get to other threads: what those write there is seen. Locals of different threads have different
// addresses, however alike they are.
// check: -p assert -D PASSED --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D PASSED
// expect: status 1: verdict: false(assert)
// check: -p assert -D STORED --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D STORED
// expect: status 1: verdict: false(assert)
// check: -p assert -D EQUAL --engine modular
// expect: status 2: verdict: unknown
// truth: assert false -D EQUAL
// check: -p assert -D NUMBER --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D OWN --engine modular
// expect: status 0: verdict: true
// check: -p assert -D REST=0 --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D REST=1 --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D REST=2 --engine modular
// expect: status 2: verdict: unknown
// native: no (the order of threads)
#include <assert.h>
#include <pthread.h>
#include <stdint.h>
static int *_Atomic shared;
static _Atomic uintptr_t bits;
static void change(int *at) { *at = 5; }
static void *work(void *argument) {
  int local = 0;
#ifdef PASSED
  *(int *)argument = 7;
#elif defined STORED
  if (shared) *shared = 7;
#elif defined EQUAL
  int *before = shared;
  shared = &local;
  assert(before == 0 || before == &local);
#elif defined NUMBER
  uintptr_t before = bits;
  bits = (uintptr_t)&local;
  assert(before == 0 || before == (uintptr_t)&local);
#elif defined REST
  uintptr_t seen = (uintptr_t)shared;
  assert(seen % 3 == REST);
#elif defined OWN
  change(&local);
  assert(local == 5);
#endif
  return (void *)(intptr_t)local;
}
int main(void) {
  pthread_t a, b;
  int local = 1;
#if defined STORED || defined REST
  shared = &local;
#endif
  pthread_create(&a, 0, work, &local);
#ifndef PASSED
  pthread_create(&b, 0, work, &local);
#endif
#if defined PASSED || defined STORED
  assert(local == 1);
#endif
  return 0;
}
