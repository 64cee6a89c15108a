// Threads are joined by an array of their numbers: all of them, one of two, one of them instead of the other.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D ONE
// expect: status 2: verdict: unknown
// check: -p no-data-race -D ONE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D AGAIN
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D AGAIN
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D CHOSEN
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D CHOSEN
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static pthread_t threads[2];
static int count;
static void *work(void *argument) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  pthread_create(&threads[0], 0, work, 0);
  pthread_create(&threads[1], 0, work, 0);
#ifdef AGAIN
  pthread_create(&threads[0], 0, work, 0);
#endif
#ifdef CHOSEN
  pthread_join(threads[__VERIFIER_nondet_int() & 1], 0);
#else
  pthread_join(threads[0], 0);
#ifndef ONE
  pthread_join(threads[1], 0);
#endif
#endif
  return count;
}
