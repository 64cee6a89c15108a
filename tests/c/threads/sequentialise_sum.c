// Two threads without end count their rounds, each in a number of its own and in one for both: an equation about all three, which
// no thread's places say anything about. If the two increments are not one step, somebody sees it broken.
// check: -p assert --engine sequentialise
// expect: status 0: verdict: true
// check: -p assert --engine sequentialise
// expect: status 0: threads as one automaton
// check: -p assert -D APART --engine sequentialise
// expect: status 2: verdict: unknown
// check: -p assert -D APART
// expect: status 1: verdict: false(assert)
// native: no (it does not end)
#include <assert.h>
#include <pthread.h>
void __VERIFIER_atomic_begin(void);
void __VERIFIER_atomic_end(void);
static volatile unsigned mine, yours, both;
static void *work(void *argument) {
  while (1) {
    __VERIFIER_atomic_begin();
    ++yours;
#ifdef APART
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
#endif
    ++both;
    __VERIFIER_atomic_end();
  }
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  while (1) {
    __VERIFIER_atomic_begin();
    ++mine;
    ++both;
    __VERIFIER_atomic_end();
    __VERIFIER_atomic_begin();
    const unsigned all = both, sum = mine + yours;
    __VERIFIER_atomic_end();
    assert(all == sum);
  }
}
