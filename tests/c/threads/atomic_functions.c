// A function with a name that begins with __VERIFIER_atomic_ is a region: a lock is a number and an assumption in one.
// check: -p unreach-call
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p unreach-call -D acquire=__VERIFIER_atomic_acquire
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D acquire=__VERIFIER_atomic_acquire
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D acquire=__VERIFIER_atomic_acquire
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D KEEPS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D KEEPS
// expect: status 1: verdict: false(unreach-call)
// native: no (it calls functions of a verifier)
#include <pthread.h>
void __VERIFIER_assume(int);
void reach_error(void);
#ifndef acquire
#define acquire __VERIFIER_atomic_acquire
#define WAITS __VERIFIER_assume(lock == 0)
#else
#define WAITS
#endif
static int lock, inside;
static void acquire(void) {
  WAITS;
  lock = 1;
}
static void __VERIFIER_atomic_release(void) { lock = 0; }
static void *work(void *argument) {
  acquire();
#ifdef KEEPS
  __VERIFIER_atomic_release();
#endif
  inside++;
  if (inside != 1) reach_error();
  inside--;
  __VERIFIER_atomic_release();
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return 0;
}
