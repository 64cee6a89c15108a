// A loop joins all threads on one way only: what is accessed behind both ways races.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D ALWAYS
// expect: status 0: verdict: true
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int x;
static pthread_t threads[3];
static void *work(void *argument) { return __atomic_load_n(&x, __ATOMIC_SEQ_CST) ? argument : 0; }
int main(void) {
  const int waits = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, 0);
#ifndef ALWAYS
  if (waits)
#endif
    for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
  x = 1;
  return waits;
}
