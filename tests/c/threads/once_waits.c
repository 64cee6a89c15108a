// Who comes second to pthread_once waits for the first one to be done; a flag made by hand does not wait.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D FLAG
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D FLAG
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D FLAG
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_once_t once = PTHREAD_ONCE_INIT;
static atomic_flag begun = ATOMIC_FLAG_INIT;
static atomic_int calls;
static int value;
static void initialise(void) {
  calls++;
  value = 5;
}
static void *work(void *argument) {
#ifdef FLAG
  if (!atomic_flag_test_and_set(&begun)) initialise();
#else
  pthread_once(&once, initialise);
#endif
  assert(value == 5 && calls == 1);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  return 0;
}
