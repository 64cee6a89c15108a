// A semaphore that begins with 1 lets one thread in, one that begins with 2 two.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p assert -D VALUE=2
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D VALUE=2
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D VALUE=2
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D VALUE=2
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D VALUE=2
// expect: status 1: verdict: false(no-data-race)
// check: -p no-deadlock --engine symex -D VALUE=0
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D VALUE=0
// expect: status 1: verdict: false(no-deadlock)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
#ifndef VALUE
#define VALUE 1
#endif
static sem_t semaphore;
static int shared;
static void *work(void *argument) {
  sem_wait(&semaphore);
  shared++;
  sem_post(&semaphore);
  return argument;
}
int main(void) {
  pthread_t a;
  sem_init(&semaphore, 0, VALUE);
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(shared == 2);
  return 0;
}
