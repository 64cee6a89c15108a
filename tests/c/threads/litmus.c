// Small programs that tell memory models apart. Of what four loads may see, sequential consistency excludes what each
// asserts...
// check: -p assert -D BUFFERED
// expect: status 0: verdict: true
// check: -p assert --engine symex -D BUFFERED
// expect: status 0: verdict: true
// check: -p assert --engine symex -D PASSED
// expect: status 0: verdict: true
// check: -p assert --engine symex -D LOADED
// expect: status 0: verdict: true
// check: -p assert --engine symex -D COHERENT
// expect: status 0: verdict: true
// ... and allows these.
// check: -p assert -D BUFFERED -D ALLOWED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D BUFFERED -D ALLOWED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D BUFFERED -D ALLOWED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D PASSED -D ALLOWED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D PASSED -D ALLOWED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D LOADED -D ALLOWED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D LOADED -D ALLOWED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D COHERENT -D ALLOWED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D COHERENT -D ALLOWED
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int a, b;
static void *first(void *argument) {
#if defined BUFFERED
  x = 1;
  a = y;
#elif defined PASSED
  x = 1;
  y = 1;
#elif defined LOADED
  a = x;
  y = 1;
#else
  x = 1;
  x = 2;
#endif
  return argument;
}
static void *second(void *argument) {
#if defined BUFFERED
  y = 1;
  b = x;
#elif defined PASSED
  a = y;
  b = x;
#elif defined LOADED
  b = y;
  x = 1;
#else
  a = x;
  b = x;
#endif
  return argument;
}
int main(void) {
  pthread_t s, t;
  pthread_create(&s, 0, first, 0);
  pthread_create(&t, 0, second, 0);
  pthread_join(s, 0);
  pthread_join(t, 0);
#if defined BUFFERED && !defined ALLOWED
  assert(a == 1 || b == 1);
#elif defined BUFFERED
  assert(a == 0 || b == 0);
#elif defined PASSED && !defined ALLOWED
  assert(!(a == 1 && b == 0));
#elif defined PASSED
  assert(!(a == 0 && b == 1));
#elif defined LOADED && !defined ALLOWED
  assert(!(a == 1 && b == 1));
#elif defined LOADED
  assert(!(a == 0 && b == 1));
#elif !defined ALLOWED
  assert(a <= b);
#else
  assert(!(a == 1 && b == 2));
#endif
  return 0;
}
