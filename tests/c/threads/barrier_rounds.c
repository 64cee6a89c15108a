// Threads write, meet, read, and meet again before they write: without the second meeting they read what is written
// meanwhile.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p assert -D ONCE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ONCE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ONCE
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D ONCE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D ONCE
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static pthread_barrier_t barrier;
static int values[2];
static void *work(void *argument) {
  int i = (int)(long)argument;
  for (int round = 1; round <= 2; round++) {
    values[i] = round;
    pthread_barrier_wait(&barrier);
    assert(values[1 - i] == round);
#ifndef ONCE
    pthread_barrier_wait(&barrier);
#endif
  }
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_barrier_init(&barrier, 0, 2);
  pthread_create(&a, 0, work, (void *)1);
  work(0);
  pthread_join(a, 0);
  pthread_barrier_destroy(&barrier);
  return 0;
}
