// A creator holds a lock that its thread needs before it creates another one, which so comes after what is done under the lock.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D OPENED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D OPENED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D LATER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D LATER
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D ONE_WAY
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D ONE_WAY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D OWN
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D OWN
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int data;
static void *grandchild(void *p) {
  data = 1;
  return p;
}
static void *child(void *p) {
  pthread_t t;
#ifdef ONE_WAY
  if (__VERIFIER_nondet_int()) {
    pthread_create(&t, 0, grandchild, 0);
    return p;
  }
#endif
#ifndef OWN
  pthread_mutex_lock(&m);
#endif
  pthread_create(&t, 0, grandchild, 0);
#ifndef OWN
  pthread_mutex_unlock(&m);
#endif
  return p;
}
int main(void) {
  pthread_t t;
#ifdef OWN
  pthread_mutex_lock(&m);
  pthread_mutex_unlock(&m);
#endif
#ifdef LATER
  pthread_create(&t, 0, child, 0);
  pthread_mutex_lock(&m);
#else
  pthread_mutex_lock(&m);
  pthread_create(&t, 0, child, 0);
#endif
#ifdef OPENED
  pthread_mutex_unlock(&m);
  pthread_mutex_lock(&m);
#endif
  data++;
  pthread_mutex_unlock(&m);
  return 0;
}
