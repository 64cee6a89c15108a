// Thread functions and critical sections that are called by way of pointers.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D PLAIN
// expect: status 2: verdict: unknown
// check: -p no-data-race -D PLAIN
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D OTHER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D OTHER
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int count;
static void add(void) { count++; }
static void take(void) { count--; }
static void locked(void (*section)(void)) {
  pthread_mutex_lock(&m);
  section();
  pthread_mutex_unlock(&m);
}
static void *up(void *argument) {
  locked(add);
  return argument;
}
static void *down(void *argument) {
#ifdef PLAIN
  take();
#else
  locked(take);
#endif
  return argument;
}
static void *(*const works[])(void *) = {up, down};
#ifdef OTHER
static void *work(void *argument) {
  void (*section)(void) = argument ? add : take;
  section();
  return argument;
}
#endif
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, works[__VERIFIER_nondet_int() & 1], 0);
#ifdef OTHER
  pthread_create(&b, 0, work, &a);
#else
  pthread_create(&b, 0, works[__VERIFIER_nondet_int() & 1], 0);
#endif
  return 0;
}
