// A thread has what its creator holds as long as it lives: the creator joins it before it opens the lock.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D OPENED
// expect: status 2: verdict: unknown
// check: -p no-data-race -D OPENED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D WAITS
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D WAITS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D GRANDCHILD
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D GRANDCHILD
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D SHARED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D SHARED
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_rwlock_t m = PTHREAD_RWLOCK_INITIALIZER;
static pthread_cond_t changed = PTHREAD_COND_INITIALIZER;
static pthread_mutex_t n = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void *add(void *argument) {
  count++;
  return argument;
}
static void *child(void *argument) {
#ifdef GRANDCHILD
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
#else
  count++;
#endif
  return argument;
}
static void lock(void) {
#if defined(SHARED)
  pthread_rwlock_rdlock(&m);
#elif defined(WAITS)
  pthread_mutex_lock(&n);
#else
  pthread_rwlock_wrlock(&m);
#endif
}
static void unlock(void) {
#ifdef WAITS
  pthread_mutex_unlock(&n);
#else
  pthread_rwlock_unlock(&m);
#endif
}
static void *parent(void *argument) {
  pthread_t thread;
  lock();
  pthread_create(&thread, 0, child, 0);
#if defined(OPENED)
  unlock();
  lock();
#elif defined(WAITS)
  pthread_cond_wait(&changed, &n);
#endif
  pthread_join(thread, 0);
  unlock();
  return argument;
}
static void *other(void *argument) {
  lock();
  count++;
  unlock();
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, parent, 0);
  pthread_create(&b, 0, other, 0);
  return 0;
}
