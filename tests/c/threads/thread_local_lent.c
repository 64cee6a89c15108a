// Another thread gets the address of a thread-local object: then it is shared, and with its thread it is gone.
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p memsafety --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D BOTH
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D BOTH
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D BOTH
// expect: status 1: verdict: false(no-data-race)
// check: -p valid-deref --engine symex -D GONE
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine schedules -D GONE
// expect: status 1: verdict: false(valid-deref)
// check: -p assert --engine symex
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static _Thread_local int own = 1;
static int *lent;
static void *work(void *argument) {
  assert(own == 1);
#ifdef GONE
  lent = &own;
#else
  ++*(int *)argument;
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  lent = &own;
  pthread_create(&a, 0, work, &own);
#ifdef BOTH
  own++;
#endif
  pthread_join(a, 0);
  assert(*lent >= 1);
  return own == 0;
}
