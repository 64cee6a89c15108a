// A critical section is left by goto or by pthread_exit.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D JUMP
// expect: status 2: verdict: unknown
// check: -p no-data-race -D JUMP
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D LEAVE
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D LEAVE
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *argument) {
  pthread_mutex_lock(&m);
  if (argument) goto out;
  count++;
#ifdef LEAVE
  pthread_mutex_unlock(&m);
#endif
  if (count > 5) {
#ifndef LEAVE
    pthread_mutex_unlock(&m);
#endif
    pthread_exit(0);
  }
#ifdef LEAVE
  pthread_mutex_lock(&m);
#endif
out:
  pthread_mutex_unlock(&m);
#ifdef JUMP
  if (argument) count--;
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
#ifdef JUMP
  pthread_create(&b, 0, work, &a);
#else
  pthread_create(&b, 0, work, 0);
#endif
  return 0;
}
