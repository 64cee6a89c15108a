// Three threads, each of which spins for the one before it: the last one sees what the first one did.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D SKIPS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D SKIPS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D SKIPS
// expect: status 1: verdict: false(assert)
// native: no (it may not end)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int stage;
static int data;
static void *first(void *argument) {
#ifdef SKIPS
  stage = 1;
  data = 7;
#else
  data = 7;
  stage = 1;
#endif
  return argument;
}
static void *second(void *argument) {
  while (stage < 1) {
  }
  stage = 2;
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  while (stage != 2) {
  }
  assert(data == 7);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
