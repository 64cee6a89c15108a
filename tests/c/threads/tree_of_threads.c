// A function that starts itself as a thread, twice, down to a depth.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D FORGETS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D FORGETS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D FORGETS
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int leaves;
static void *grow(void *argument) {
  long depth = (long)argument;
  if (depth == 0) {
    leaves++;
    return 0;
  }
  pthread_t a;
  pthread_create(&a, 0, grow, (void *)(depth - 1));
  grow((void *)(depth - 1));
#ifdef FORGETS
  pthread_detach(a);
#else
  pthread_join(a, 0);
#endif
  return 0;
}
int main(void) {
  grow((void *)2);
  assert(leaves == 4);
  return 0;
}
