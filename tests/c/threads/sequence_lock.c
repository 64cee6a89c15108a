// A reader looks at a number before and after: if it is even and has not changed, both halves belong together.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D ONE_LOOK
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ONE_LOOK
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ONE_LOOK
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D HALF=int
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D HALF=int
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#ifndef HALF
#define HALF atomic_int
#endif
static atomic_uint sequence;
static HALF first, second;
static void *writes(void *argument) {
  sequence++;
  first = 1;
  second = 1;
  sequence++;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, writes, 0);
  unsigned before = sequence;
  int a1 = first, a2 = second;
#ifndef ONE_LOOK
  if (before % 2 == 0 && sequence == before)
#else
  if (before % 2 == 0)
#endif
    assert(a1 == a2);
  pthread_join(a, 0);
  return 0;
}
