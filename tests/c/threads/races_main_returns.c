// Main does not wait: what it does last is at the same time as what the threads do.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D LATE
// expect: status 2: verdict: unknown
// check: -p no-data-race -D LATE
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *work(void *argument) {
  pthread_mutex_lock(&m);
  count++;
  pthread_mutex_unlock(&m);
  return argument;
}
int main(void) {
  count = 5;
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
#ifdef LATE
  count = 0;
#endif
  return 0;
}
