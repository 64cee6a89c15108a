// Main has left by pthread_exit: the program ends with its last thread, and a block that nobody has freed is left over.
// check: -p valid-memtrack
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --engine symex
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memtrack --engine schedules
// expect: status 1: verdict: false(valid-memtrack)
// check: -p valid-memcleanup --engine symex
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine schedules
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup -D FREES
// expect: status 0: verdict: true
// check: -p valid-memcleanup --engine symex -D FREES
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static void *work(void *argument) {
  int *mine = argument;
  assert(*mine == 3);
#ifdef FREES
  free(mine);
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  int *made = malloc(sizeof *made);
  *made = 3;
  pthread_create(&a, 0, work, made);
  pthread_detach(a);
  pthread_exit(0);
}
