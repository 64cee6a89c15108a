// What ends the program is a step of its own: between the last store and the end, others still go on.
// check: -p unreach-call -D "END=return 0"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D "END=return 0"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D "END=return 0"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D "END=exit(0)"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D "END=exit(0)"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D "END=_Exit(0)"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D "END=_Exit(0)"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D "END=abort()"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D "END=abort()"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D "END=assert(0)"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D "END=assert(0)"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D "END=__VERIFIER_assume(0)"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D "END=__VERIFIER_assume(0)"
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D "END=exit(0)" -D OTHER
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D "END=exit(0)" -D OTHER
// expect: status 1: verdict: false(unreach-call)
// check: -p no-data-race --engine symex -D "END=return 0"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "END=return 0"
// expect: status 1: verdict: false(no-data-race)
// check: -p unreach-call -D "END=exit(0)" -D AT_ONCE
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D "END=exit(0)" -D AT_ONCE
// expect: status 0: verdict: true
// native: no (it calls reach_error)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
void reach_error(void);
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
static int value;
static void *work(void *argument) {
  if (value == 1) reach_error();
  return argument;
}
static void *stores(void *argument) {
  value = 1;
#ifdef OTHER
  END;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
#ifdef OTHER
  pthread_create(&a, 0, stores, 0);
  work(0);
#else
  pthread_create(&a, 0, work, 0);
#ifdef AT_ONCE
  __VERIFIER_atomic_begin();
#endif
  value = 1;
  END;
#endif
  return 0;
}
