// One thread posts what the other waits for, and the other way round; a post on the wrong one is a deadlock or a race.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D BEFORE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D BEFORE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D BEFORE
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex -D BEFORE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D BEFORE
// expect: status 1: verdict: false(assert)
// check: -p no-deadlock --engine symex -D WRONG
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D WRONG
// expect: status 1: verdict: false(no-deadlock)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static sem_t ask, answer;
static int value;
static void *serve(void *argument) {
  for (int i = 0; i < 2; i++) {
    sem_wait(&ask);
#ifdef BEFORE
    sem_post(&answer);
    value = value * 2;
#else
    value = value * 2;
#ifdef WRONG
    sem_post(i == 1 ? &ask : &answer);
#else
    sem_post(&answer);
#endif
#endif
  }
  return argument;
}
int main(void) {
  pthread_t a;
  sem_init(&ask, 0, 0);
  sem_init(&answer, 0, 0);
  pthread_create(&a, 0, serve, 0);
  for (int i = 1; i <= 2; i++) {
    value = i;
    sem_post(&ask);
    sem_wait(&answer);
    assert(value == 2 * i);
  }
  pthread_join(a, 0);
  return 0;
}
