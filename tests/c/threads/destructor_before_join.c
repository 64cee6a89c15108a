// A destructor of a key runs in its thread before it is joined; who does not join races with it.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D FLAG
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D FLAG
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D FLAG
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex -D FLAG
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D FLAG
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_key_t key;
static atomic_int done;
static int shared;
static void destroy(void *value) { shared = *(int *)value; }
static void *work(void *argument) {
  pthread_setspecific(key, argument);
  done = 1;
  return 0;
}
int main(void) {
  pthread_t a;
  int five = 5;
  pthread_key_create(&key, destroy);
  pthread_create(&a, 0, work, &five);
#ifdef FLAG
  if (!done) return 0;
#else
  pthread_join(a, 0);
#endif
  assert(shared == 5);
  return 0;
}
