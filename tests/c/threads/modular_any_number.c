// Any number of threads, each of which adds to a number under a lock of its own making: inside it, a local copy is the number,
// and behind it the number is larger. Without the lock somebody else may come between.
// check: -p assert --engine modular
// expect: status 0: verdict: true
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert -D NO_LOCK --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D NO_LOCK
// expect: status 1: verdict: false(assert)
// check: -p assert -D WRAPS --engine modular
// expect: status 2: verdict: unknown
// native: no (it does not end)
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static volatile unsigned number, lock;
static void take(void) {
#ifndef NO_LOCK
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(lock == 0);
  lock = 1;
  __VERIFIER_atomic_end();
#endif
}
static void give(void) { lock = 0; }
static void *work(void *argument) {
  take();
#ifndef WRAPS
  if (number == -1u) {
    give();
    return argument;
  }
#endif
  const unsigned old = number;
  number = old + 1;
#ifdef NO_LOCK
  assert(number == old + 1);
#endif
  give();
  assert(number > old);
  return argument;
}
int main(void) {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
  }
}
