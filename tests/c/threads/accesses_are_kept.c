// What a compiler might merge, drop or invent: each read and each write of the source is one, and no other is there.
// check: -p assert -D TWICE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TWICE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TWICE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D BETWEEN
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D BETWEEN
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D UNUSED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D UNUSED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D SAME
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D SAME
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D BRANCH
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D BRANCH
// expect: status 0: verdict: true
// check: -p assert --engine symex -D ONCE
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static int shared, never;
static void *work(void *argument) {
#ifdef BETWEEN
  shared = 1;
  shared = 2;
#elif defined SAME
  shared = shared;
#elif defined BRANCH
  if (never) shared = 3;
#elif defined UNUSED
  (void)*(volatile int *)&shared;
#else
  shared = 2;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifdef TWICE
  assert(shared == shared);
#elif defined ONCE
  int seen = shared;
  assert(seen == seen && (seen == 0 || seen == 2));
#elif defined BETWEEN
  assert(shared != 1);
#elif defined UNUSED || defined BRANCH
  shared = 4;
#else
  int seen = shared;
#endif
  pthread_join(a, 0);
  return 0;
}
