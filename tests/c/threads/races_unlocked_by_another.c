// A lock that is opened by a thread which does not hold it excludes nobody.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D OTHER
// expect: status 2: verdict: unknown
// check: -p no-data-race -D OTHER
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
static void *open(void *argument) {
#ifdef OTHER
  pthread_mutex_unlock(&m);
#endif
  return argument;
}
int main(void) {
  pthread_t a, b, c;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, 0);
  pthread_create(&c, 0, open, 0);
  return 0;
}
