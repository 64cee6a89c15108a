// A barrier puts what comes before it before what comes after it, if all who come to it have to.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D FEWER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D FEWER
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D TWICE
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D AFTER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D AFTER
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D ANEW
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D ANEW
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D WRITTEN
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D POINTER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D POINTER
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D ONE_WAY
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D ONE_WAY
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_barrier_t meeting, other;
static int first, second;
#ifdef FEWER
enum { kMembers = 2 };
#else
enum { kMembers = 3 };
#endif
static void *one(void *p) {
  first = 1;
#ifdef TWICE
  pthread_barrier_wait(&meeting);
#endif
#ifdef ONE_WAY
  if (__VERIFIER_nondet_int()) return p;
#endif
  pthread_barrier_wait(&meeting);
#ifdef AFTER
  first = 2;
#endif
  return p;
}
static void *two(void *p) {
  second = 1;
  pthread_barrier_wait(&meeting);
  return p;
}
static void *third(void *p) {
#ifdef POINTER
  pthread_barrier_t *which = __VERIFIER_nondet_int() ? &meeting : &other;
  pthread_barrier_wait(which);
#endif
#ifdef ONE_WAY
  pthread_barrier_wait(&meeting);
#endif
  return p;
}
int main(void) {
  pthread_barrier_init(&meeting, 0, kMembers);
  pthread_barrier_init(&other, 0, 1);
  pthread_t a, b, c;
  pthread_create(&a, 0, one, 0);
  pthread_create(&b, 0, two, 0);
  pthread_create(&c, 0, third, 0);
#ifdef ANEW
  pthread_barrier_init(&meeting, 0, 1);
#endif
#ifdef WRITTEN
  ((unsigned *)&meeting)[0] = 1;
#endif
  pthread_barrier_wait(&meeting);
  first++;
  second++;
  return 0;
}
