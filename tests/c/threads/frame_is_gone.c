// A thread uses a local of a function that has returned meanwhile, unless the function waits for it.
// check: -p valid-deref
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine symex
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine schedules
// expect: status 1: verdict: false(valid-deref)
// check: -p memsafety -D WAITS
// expect: status 0: verdict: true
// check: -p memsafety --engine symex -D WAITS
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D WAITS
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_t thread;
static void *work(void *argument) {
  *(int *)argument = 1;
  return 0;
}
static void start(void) {
  int local = 0;
  pthread_create(&thread, 0, work, &local);
#ifdef WAITS
  pthread_join(thread, 0);
#endif
}
int main(void) {
  start();
#ifndef WAITS
  pthread_join(thread, 0);
#endif
  return 0;
}
