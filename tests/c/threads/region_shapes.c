// Atomic regions around loops, calls and returns; a region that was left by a return in the middle has ended.
// check: -p assert -D LOOP
// expect: status 0: verdict: true
// check: -p assert --engine symex -D LOOP
// expect: status 0: verdict: true
// check: -p assert --engine symex -D CALL
// expect: status 0: verdict: true
// check: -p assert --engine symex -D EARLY
// expect: status 0: verdict: true
// check: -p assert -D AROUND
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D AROUND
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D AROUND
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D EARLY
// expect: status 0: verdict: true
// native: no (it calls functions of a verifier)
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x, y;
static void both(void) {
  x++;
  y++;
}
static int once(void) {
  __VERIFIER_atomic_begin();
  if (x) {
    __VERIFIER_atomic_end();
    return 1;
  }
  both();
  __VERIFIER_atomic_end();
  return 0;
}
static void *work(void *argument) {
#if defined EARLY
  once();
#elif defined CALL
  __VERIFIER_atomic_begin();
  both();
  __VERIFIER_atomic_end();
#elif defined LOOP
  for (int i = 0; i < 2; i++) {
    __VERIFIER_atomic_begin();
    x++;
    y++;
    __VERIFIER_atomic_end();
  }
#else
  for (int i = 0; i < 2; i++) {
    __VERIFIER_atomic_begin();
    *(i == 0 ? &x : &y) += 1;
    __VERIFIER_atomic_end();
  }
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  __VERIFIER_atomic_begin();
  assert(x == y);
  __VERIFIER_atomic_end();
#ifdef EARLY
  once();
  pthread_join(a, 0);
  assert(x == 1 && y == 1);
#endif
  return 0;
}
