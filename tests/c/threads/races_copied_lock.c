// A copy of a lock is another lock.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D COPY
// expect: status 2: verdict: unknown
// check: -p no-data-race -D COPY
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
struct Counter {
  pthread_mutex_t m;
  int *count;
};
static int count;
static struct Counter shared = {PTHREAD_MUTEX_INITIALIZER, &count};
static void *work(void *argument) {
#ifdef COPY
  struct Counter own = *(struct Counter *)argument, *counter = &own;
#else
  struct Counter *counter = argument;
#endif
  pthread_mutex_lock(&counter->m);
  ++*counter->count;
  pthread_mutex_unlock(&counter->m);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, &shared);
  pthread_create(&b, 0, work, &shared);
  return 0;
}
