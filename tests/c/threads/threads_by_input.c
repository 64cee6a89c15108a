// How many threads there are is an input: with one there is no race, with two there is.
// check: -p no-data-race -D MOST=1
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D MOST=1
// expect: status 0: verdict: true
// check: -p no-data-race -D MOST=2
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D MOST=2
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D MOST=2
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex -D MOST=3
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D MOST=3
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
unsigned __VERIFIER_nondet_uint(void);
static int count;
static void *work(void *argument) {
  count++;
  return argument;
}
int main(void) {
  pthread_t threads[MOST];
  unsigned n = __VERIFIER_nondet_uint() % (MOST + 1);
  for (unsigned i = 0; i < n; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (unsigned i = 0; i < n; i++)
    pthread_join(threads[i], 0);
  assert(count == n);
  return 0;
}
