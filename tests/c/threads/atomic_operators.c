// Operators of an _Atomic object that change it are one step; x = x + 1 is two.
// check: -p assert -D CHANGE=x++
// expect: status 0: verdict: true
// check: -p assert --engine symex -D CHANGE=x++
// expect: status 0: verdict: true
// check: -p assert --engine symex -D "CHANGE=x += 1"
// expect: status 0: verdict: true
// check: -p assert -D "CHANGE=x = x + 1"
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D "CHANGE=x = x + 1"
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D "CHANGE=x = x + 1"
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D "CHANGE=if (x < 1) x = 1; else x = 2"
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D "CHANGE=if (x < 1) x = 1; else x = 2"
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D "CHANGE=x = x + 1"
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static _Atomic short x;
static void *work(void *argument) {
  CHANGE;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  CHANGE;
  pthread_join(a, 0);
  assert(x == 2);
  return 0;
}
