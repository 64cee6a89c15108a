// C lets a weak exchange fail though the values are equal, a strong one not. On x86 neither does, so the first one may
// be unknown, but is not true.
// truth: assert false -D EXCHANGE=atomic_compare_exchange_weak
// check: -p assert -D EXCHANGE=atomic_compare_exchange_strong
// expect: status 0: verdict: true
// check: -p assert --engine symex -D EXCHANGE=atomic_compare_exchange_strong
// expect: status 0: verdict: true
// native: no (it depends on the machine)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int value;
static void *work(void *argument) {
  int expected = 0;
  int done = EXCHANGE(&value, &expected, 1);
  assert(done && expected == 0);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  pthread_join(a, 0);
  return 0;
}
