// A wait opens the lock in its middle: what was known before it is not known after it.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D KNOWN
// expect: status 2: verdict: unknown
// check: -p no-data-race -D KNOWN
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D AFTER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D AFTER
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D OTHER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D OTHER
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER, n = PTHREAD_MUTEX_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static int ready, count;
static void *work(void *argument) {
  pthread_mutex_lock(&m);
#ifdef KNOWN
  ready = 0;
  pthread_cond_wait(&changed, &m);
  const int isReady = ready;
#else
  while (!ready) pthread_cond_wait(&changed, &m);
  count++;
#endif
  pthread_mutex_unlock(&m);
#if defined(KNOWN)
  if (isReady) count++;
#elif defined(AFTER)
  count++;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&m);
  ready = 1;
  pthread_cond_signal(&changed);
  pthread_mutex_unlock(&m);
#ifdef OTHER
  pthread_mutex_lock(&n);
#else
  pthread_mutex_lock(&m);
#endif
  count++;
#ifdef OTHER
  pthread_mutex_unlock(&n);
#else
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
