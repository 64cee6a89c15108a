// A lock that is held in a loop must be held on its back edge, too.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D BACK
// expect: status 2: verdict: unknown
// check: -p no-data-race -D BACK
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D BROKEN_OFF
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D BROKEN_OFF
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *argument) {
#ifdef BACK
  pthread_mutex_lock(&m);
#endif
  for (int i = 0; i < 2; i++) {
#ifndef BACK
    pthread_mutex_lock(&m);
#endif
    count++;
#ifdef BROKEN_OFF
    if (count == 1) {
      pthread_mutex_unlock(&m);
      break;
    }
#endif
    pthread_mutex_unlock(&m);
  }
#ifdef BROKEN_OFF
  if (argument == 0) count = 0;
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  return 0;
}
