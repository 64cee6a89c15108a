// An assumption that fails leaves an execution out from there on; what another thread can do before it, happens.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D AFTER
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D AFTER
// expect: status 0: verdict: true
// native: no (it calls functions of a verifier)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
void __VERIFIER_assume(int);
static atomic_int go, done;
static void *work(void *argument) {
  __VERIFIER_assume(go == 1);
  done = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifdef AFTER
  pthread_join(a, 0);
  if (!done || go != 1)
#endif
    reach_error();
  go = 1;
  return 0;
}
