// Atomic numbers and pointers of all kinds change in one step, on either machine.
// check: -p assert -D TYPE=_Bool -D "CHANGE=x = 1" -D LAST=1
// expect: status 0: verdict: true
// check: -p assert --engine symex -D TYPE=_Bool -D "CHANGE=x = 1" -D LAST=1
// expect: status 0: verdict: true
// check: -p assert --engine symex -D TYPE=float -D "CHANGE=x += 1" -D LAST=2
// expect: status 0: verdict: true
// True, and not known yet:
// check: -p assert --engine symex -D TYPE=double -D "CHANGE=x++" -D LAST=2 --timeout 1
// expect: no: verdict: false
// check: -p assert --engine symex -D "TYPE=char *" -D "CHANGE=x++" -D "LAST=(char *)0 + 2"
// expect: status 0: verdict: true
// check: -p assert --engine symex -D "TYPE=unsigned char" -D "CHANGE=x -= 1" -D LAST=254
// expect: status 0: verdict: true
// check: -p assert --engine symex -D "TYPE=long long" -D "CHANGE=x |= x + 1" -D LAST=3 -D EITHER=1
// expect: status 0: verdict: true
// check: -p assert --engine symex -D "TYPE=long long" -D "CHANGE=x++" -D LAST=2 -m 32
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D "TYPE=long long" -D "CHANGE=x++" -D LAST=2 -m 32
// expect: status 0: verdict: true
// check: -p assert -D TYPE=double -D "CHANGE=x = x + 1" -D LAST=2
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TYPE=double -D "CHANGE=x = x + 1" -D LAST=2
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TYPE=double -D "CHANGE=x = x + 1" -D LAST=2
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#ifndef EITHER
#define EITHER LAST
#endif
static _Atomic(TYPE) x;
static void *work(void *argument) {
  CHANGE;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  CHANGE;
  pthread_join(a, 0);
  assert(x == (TYPE)(LAST) || x == (TYPE)(EITHER));
  return 0;
}
