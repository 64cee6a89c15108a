// An object that one thread accesses atomically and another one plainly.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D ATOMIC
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D ATOMIC
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static int shared;
static void *work(void *argument) {
  __atomic_store_n(&shared, 1, __ATOMIC_SEQ_CST);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifdef ATOMIC
  int seen = __atomic_load_n(&shared, __ATOMIC_SEQ_CST);
#else
  int seen = shared;
#endif
  pthread_join(a, 0);
  return seen > 1;
}
