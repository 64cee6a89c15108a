// atomic_init is no atomic access: another thread must not look meanwhile.
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D STORE
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D STORE
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D BEFORE
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x;
static void *work(void *argument) { return (void *)(long)atomic_load(&x); }
int main(void) {
  pthread_t a;
#ifdef BEFORE
  atomic_init(&x, 5);
#endif
  pthread_create(&a, 0, work, 0);
#if defined STORE
  atomic_store(&x, 5);
#elif !defined BEFORE
  atomic_init(&x, 5);
#endif
  pthread_join(a, 0);
  return 0;
}
