// Two threads publish a block each under one pointer: one of the blocks is lost, unless the pointer is exchanged in
// one step.
// check: -p valid-memtrack
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --engine symex
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --engine schedules
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memcleanup -D EXCHANGES
// expect: status 0: verdict: true
// check: -p valid-memcleanup --engine symex -D EXCHANGES
// expect: status 0: verdict: true
// check: -p valid-free --engine symex -D EXCHANGES
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
static int *_Atomic shared;
static void *work(void *argument) {
  int *mine = malloc(sizeof *mine);
#ifdef EXCHANGES
  free(atomic_exchange(&shared, mine));
#else
  int *old = shared;
  shared = mine;
  free(old);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  free(shared);
  return 0;
}
