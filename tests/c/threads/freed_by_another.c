// A block is freed while another thread may still use it.
// check: -p valid-deref
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine symex
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine schedules
// expect: status 1: verdict: false(valid-deref)
// check: -p memsafety -D JOINS
// expect: status 0: verdict: true
// check: -p memsafety --engine symex -D JOINS
// expect: status 0: verdict: true
// check: -p valid-free --engine symex -D TWICE
// expect: status 1: verdict: false(valid-free)
// check: -p valid-free --engine schedules -D TWICE
// expect: status 1: verdict: false(valid-free)
// check: -p valid-memcleanup --engine symex -D LEAVES
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine schedules -D LEAVES
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine symex -D JOINS
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
static int *shared;
static void *work(void *argument) {
#ifdef TWICE
  free(shared);
#else
  *shared = 1;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  shared = malloc(sizeof *shared);
  pthread_create(&a, 0, work, 0);
#ifdef JOINS
  pthread_join(a, 0);
  free(shared);
#elif defined LEAVES
  pthread_join(a, 0);
#else
  free(shared);
  pthread_join(a, 0);
#endif
  return 0;
}
