// A thread writes what it knows only by a pointer in a global, which main stores there after the thread has begun.
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
// check: -p assert -D TAKES_BACK
// expect: status 0: verdict: true
// check: -p assert --engine symex -D TAKES_BACK
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D TAKES_BACK
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static int *_Atomic handed;
static void *work(void *argument) {
  int *mine = atomic_exchange(&handed, 0);
  if (mine) *mine = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  int local = 0;
  pthread_create(&a, 0, work, 0);
  handed = &local;
#ifdef TAKES_BACK
  if (atomic_exchange(&handed, 0) == &local)
#endif
    assert(local == 0);
  pthread_join(a, 0);
  return 0;
}
