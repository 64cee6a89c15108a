// A thread that is started only if another one has seen a value in time, and then writes what main has checked.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p assert -D NEVER
// expect: status 0: verdict: true
// check: -p assert --engine symex -D NEVER
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int open, broken;
static void *breaks(void *argument) {
  broken = 1;
  return argument;
}
static void *starts(void *argument) {
  pthread_t b;
  if (open == 1) {
    pthread_create(&b, 0, breaks, 0);
    pthread_detach(b);
  }
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, starts, 0);
#ifndef NEVER
  open = 1;
#endif
  open = 0;
  pthread_join(a, 0);
  assert(!broken);
  return 0;
}
