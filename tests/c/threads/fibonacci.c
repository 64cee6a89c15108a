// Two threads add the other's number to their own: the largest sum needs a switch after each step.
// check: -p assert -D N=2 -D MOST=8
// expect: status 0: verdict: true
// check: -p assert --engine symex -D N=2 -D MOST=8
// expect: status 0: verdict: true
// check: -p assert -D N=2 -D MOST=7
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D N=2 -D MOST=7
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D N=2 -D MOST=7
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D N=3 -D MOST=20
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D N=3 -D MOST=20
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D N=3 -D MOST=21
// expect: status 0: verdict: true
// native: no (it calls functions of a verifier)
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static int x = 1, y = 1;
static void add(int *to, int *from) {
  for (int i = 0; i < N; i++) {
    __VERIFIER_atomic_begin();
    *to += *from;
    __VERIFIER_atomic_end();
  }
}
static void *first(void *argument) {
  add(&x, &y);
  return argument;
}
static void *second(void *argument) {
  add(&y, &x);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, first, 0);
  pthread_create(&b, 0, second, 0);
  pthread_join(a, 0);
  pthread_join(b, 0);
  assert(x <= MOST && y <= MOST);
  return 0;
}
