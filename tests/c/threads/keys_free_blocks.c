// A destructor of a key frees what a thread has left; without it the block is lost. Main's is called by pthread_exit,
// not by return.
// check: -p valid-memcleanup
// expect: status 0: verdict: true
// check: -p valid-memcleanup --engine symex
// expect: status 0: verdict: true
// check: -p valid-memcleanup -D NO_DESTRUCTOR
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine symex -D NO_DESTRUCTOR
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine schedules -D NO_DESTRUCTOR
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine symex -D MAIN
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine schedules -D MAIN
// expect: status 1: verdict: false(valid-memcleanup)
// check: -p valid-memcleanup --engine symex -D MAIN -D EXITS
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
static pthread_key_t key;
static void *work(void *argument) {
  assert(pthread_getspecific(key) == 0);
  int *own = malloc(sizeof *own);
  pthread_setspecific(key, own);
  *own = 1;
  assert(*(int *)pthread_getspecific(key) == 1);
  return argument;
}
int main(void) {
  pthread_t a;
#ifdef NO_DESTRUCTOR
  pthread_key_create(&key, 0);
#else
  pthread_key_create(&key, free);
#endif
  pthread_create(&a, 0, work, 0);
#ifdef MAIN
  work(0);
#endif
  pthread_join(a, 0);
#ifdef EXITS
  pthread_exit(0);
#endif
  return 0;
}
