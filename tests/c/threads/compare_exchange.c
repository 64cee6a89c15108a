// An exchange that fails writes what it has found to where the expected value stands; who does not try again has not
// counted.
// True, and not proved yet: each failure of a weak exchange makes more executions.
// check: -p assert --engine symex --timeout 1
// expect: no: verdict: false
// check: -p no-data-race --engine symex --timeout 1
// expect: no: verdict: false
// check: -p assert -D ONE_TRY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ONE_TRY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ONE_TRY
// expect: status 1: verdict: false(assert)
// check: -p assert -D FOUND
// expect: status 0: verdict: true
// check: -p assert --engine symex -D FOUND
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count;
static void *work(void *argument) {
  int expected = 0;
#ifdef FOUND
  if (!atomic_compare_exchange_strong(&count, &expected, 1)) {
    assert(expected == 1);
    count = 2;
  }
#elif defined ONE_TRY
  atomic_compare_exchange_strong(&count, &expected, expected + 1);
#else
  while (!atomic_compare_exchange_weak(&count, &expected, expected + 1)) {
  }
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(count == 2);
  return 0;
}
