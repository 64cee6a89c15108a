// The order of two stores shows after both threads have ended, and nowhere else.
// check: -p assert -D FIRST
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D FIRST
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D FIRST
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D SECOND
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D SECOND
// expect: status 1: verdict: false(assert)
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_long last;
static void *work(void *argument) {
  last = (long)argument;
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, (void *)1);
  pthread_create(&b, 0, work, (void *)2);
  pthread_join(b, 0);
  pthread_join(a, 0);
#ifdef FIRST
  assert(last == 1);
#elif defined SECOND
  assert(last == 2);
#else
  assert(last == 1 || last == 2);
#endif
  return 0;
}
