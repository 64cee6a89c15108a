// Operations of stdatomic.h are one step each, and give what was there before; a load and a store are two steps.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D TWO_STEPS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TWO_STEPS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TWO_STEPS
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D TWO_STEPS
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int sum, bits;
static atomic_uint mask = 0xff;
static atomic_long swapped;
static void *work(void *argument) {
  int mine = argument ? 1 : 2;
#ifdef TWO_STEPS
  atomic_store(&sum, atomic_load(&sum) + mine);
#else
  atomic_fetch_add(&sum, mine);
#endif
  int before = atomic_fetch_or(&bits, mine);
  assert((before & mine) == 0);
  atomic_fetch_and(&mask, ~(unsigned)mine);
  atomic_fetch_xor(&bits, 4);
  long old = atomic_exchange(&swapped, mine);
  assert(old == 0 || old == 3 - mine);
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, &sum);
  work(0);
  pthread_join(a, 0);
  assert(sum == 3 && bits == 3 && mask == 0xfc);
  assert(atomic_fetch_sub(&sum, 3) == 3 && sum == 0);
  return 0;
}
