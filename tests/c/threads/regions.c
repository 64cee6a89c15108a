// Nothing comes between what stands in an atomic region; two regions one after the other are not one.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D TWO
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TWO
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TWO
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D TWO
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D OUTSIDE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D OUTSIDE
// expect: status 1: verdict: false(no-data-race)
// native: no (it calls functions of a verifier)
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int count;
static void *work(void *argument) {
  __VERIFIER_atomic_begin();
  int seen = count;
#ifdef TWO
  __VERIFIER_atomic_end();
  __VERIFIER_atomic_begin();
#endif
  count = seen + 1;
  __VERIFIER_atomic_end();
#ifdef OUTSIDE
  if (count > 2) return 0;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(count == 2);
  return 0;
}
