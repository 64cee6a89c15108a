// A thread will touch a block that another thread allocates later, and knows nothing of it yet.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p memsafety
// expect: status 0: verdict: true
// check: -p memsafety --engine symex
// expect: status 0: verdict: true
// check: -p assert --engine symex -D COPY
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic slot;
static int copy;
static void *work(void *argument) {
  int *seen = slot;
  if (!seen) return argument;
#ifdef COPY
  copy = *seen;
#else
  *seen = 5;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  int *made = malloc(sizeof *made);
  *made = 0;
  slot = made;
  assert(*made == 0);
  pthread_join(a, 0);
  free(made);
  return 0;
}
