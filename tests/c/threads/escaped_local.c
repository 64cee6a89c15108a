// A local whose address another thread has is shared.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D AFTER
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D AFTER
// expect: status 0: verdict: true
// check: -p memsafety -D AFTER
// expect: status 0: verdict: true
// check: -p memsafety --engine symex -D AFTER
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static void *work(void *argument) {
  *(int *)argument = 7;
  return 0;
}
int main(void) {
  pthread_t a;
  int local = 0;
  pthread_create(&a, 0, work, &local);
#ifndef AFTER
  local = 1;
#endif
  pthread_join(a, 0);
  return local == 0;
}
