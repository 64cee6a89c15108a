// One pointer, two mutexes behind it.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D TWO
// expect: status 2: verdict: unknown
// check: -p no-data-race -D TWO
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D CHANGED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D CHANGED
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
#ifndef CHANGED
static pthread_mutex_t *const lock = &m;
#else
static pthread_mutex_t *lock = &m;
#endif
static int count;
static void add(pthread_mutex_t *by) {
  pthread_mutex_lock(by);
  count++;
  pthread_mutex_unlock(by);
}
static void *work(void *argument) {
#ifdef TWO
  add(argument ? &m : &n);
#else
  add(lock);
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
#ifdef CHANGED
  lock = &n;
#endif
  pthread_create(&b, 0, work, &m);
  return 0;
}
