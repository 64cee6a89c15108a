// A lock that a thread has when it ends, nobody opens: on one of its ways, because another lock was opened, because
// it was locked twice and opened once, in a destructor, or by main, which leaves the others alone.
// check: -p no-deadlock --engine races -D OPENS
// expect: status 0: verdict: true
// check: -p no-deadlock -D WAY
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D WAY
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D OTHER
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D OTHER
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D TWICE
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D TWICE
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D DESTRUCTOR
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D DESTRUCTOR
// expect: status 2: verdict: unknown
// check: -p no-deadlock -D LEAVES
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine races -D LEAVES
// expect: status 2: verdict: unknown
// native: no (it depends on the schedule)
#define _GNU_SOURCE
#include <pthread.h>
int __VERIFIER_nondet_int(void);
static pthread_mutex_t locks[2] = {PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP, PTHREAD_RECURSIVE_MUTEX_INITIALIZER_NP};
static pthread_key_t key;
static void destroy(void *value) { pthread_mutex_lock(&locks[0]); }
static void *first(void *argument) {
  pthread_mutex_lock(&locks[0]);
#if defined OPENS
  pthread_mutex_unlock(&locks[0]);
#elif defined WAY
  if (__VERIFIER_nondet_int()) return argument;
  pthread_mutex_unlock(&locks[0]);
#elif defined OTHER
  int i = 0;
  if (__VERIFIER_nondet_int()) i++;
  pthread_mutex_unlock(&locks[i]);
#elif defined TWICE
  pthread_mutex_trylock(&locks[0]);
  pthread_mutex_unlock(&locks[0]);
#else
  pthread_mutex_unlock(&locks[0]);
#ifdef DESTRUCTOR
  pthread_setspecific(key, &key);
#endif
#endif
  return argument;
}
static void *second(void *argument) {
  pthread_mutex_lock(&locks[0]);
  pthread_mutex_unlock(&locks[0]);
  return argument;
}
int main(void) {
  pthread_t a, b;
#ifdef DESTRUCTOR
  pthread_key_create(&key, destroy);
#endif
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
#ifdef LEAVES
  pthread_mutex_lock(&locks[0]);
  pthread_exit(0);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
