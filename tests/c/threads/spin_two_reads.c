// A loop that waits for two flags reads one after the other: it ends though both were never set at once.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D AT_ONCE
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D AT_ONCE
// expect: status 0: verdict: true
// native: no (it may not end)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static atomic_int a, b;
static void *work(void *argument) {
#ifdef AT_ONCE
  int both;
  do {
    __VERIFIER_atomic_begin();
    both = a && b;
    __VERIFIER_atomic_end();
  } while (!both);
#else
  while (!(a && b)) {
  }
#endif
  reach_error();
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  a = 1;
  a = 0;
  b = 1;
  pthread_join(thread, 0);
  return 0;
}
