// A function that pthread_once calls asks for a lock that another thread has which waits for that function.
// APART: the thread has given it back by then. TWO: functions that are called once wait for each other.
// check: -p no-deadlock --engine races -D APART
// expect: status 0: verdict: true
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D TWO
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D TWO
// expect: status 2: verdict: unknown
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_once_t once = PTHREAD_ONCE_INIT, other = PTHREAD_ONCE_INIT;
static pthread_mutex_t mutex = PTHREAD_MUTEX_INITIALIZER;
static void begin_other(void);
static void begin(void) {
#ifdef TWO
  pthread_once(&other, begin_other);
#else
  pthread_mutex_lock(&mutex);
  pthread_mutex_unlock(&mutex);
#endif
}
static void begin_other(void) { pthread_once(&once, begin); }
static void *work(void *argument) {
#ifdef TWO
  pthread_once(&other, begin_other);
#else
  pthread_mutex_lock(&mutex);
#ifdef APART
  pthread_mutex_unlock(&mutex);
#endif
  pthread_once(&once, begin);
#ifndef APART
  pthread_mutex_unlock(&mutex);
#endif
#endif
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_once(&once, begin);
  pthread_join(thread, 0);
  return 0;
}
