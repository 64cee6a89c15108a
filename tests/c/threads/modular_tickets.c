// A lock that gives out tickets, for any number of threads: no two have the same one, which is said of pairs of threads.
// check: -p assert --engine modular
// expect: status 0: verdict: true
// check: -p assert --engine modular
// expect: status 0: other thread:mine
// check: -p assert -D TWO_STEPS --engine modular
// expect: status 2: verdict: unknown
// check: -p assert -D TWO_STEPS
// expect: status 1: verdict: false(assert)
// native: no (it does not end)
#include <assert.h>
#include <pthread.h>
void __VERIFIER_assume(int);
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static volatile unsigned next, turn, inside;
static void *work(void *argument) {
#ifdef TWO_STEPS
  const unsigned mine = next;
  next = mine + 1;
#else
  __VERIFIER_atomic_begin();
  const unsigned mine = next;
  __VERIFIER_assume(mine != -1u);
  next = mine + 1;
  __VERIFIER_atomic_end();
#endif
  while (turn != mine) {
  }
  inside = mine;
  assert(inside == mine);
  turn = turn + 1;
  return argument;
}
int main(void) {
  while (1) {
    pthread_t thread;
    pthread_create(&thread, 0, work, 0);
  }
}
