// A recursive mutex is open when it was unlocked as often as it was locked.
// run:
// expect: exit 2
// run: --seed 3
// expect: exit 2
// run: --seed 4 -m 32
// expect: exit 2
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D EARLY
// expect: status 1: verdict: false(no-data-race)
// native: yes
#define _GNU_SOURCE
#include <pthread.h>
static pthread_mutex_t mutex = PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP;
static int shared;
static void *work(void *argument) {
  pthread_mutex_lock(&mutex);
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#ifdef EARLY
  pthread_mutex_unlock(&mutex);
#endif
  shared++;
  pthread_mutex_unlock(&mutex);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return shared;
}
