// Executions are sequentially consistent here; where atomics ask for less, the report says that this was assumed.
// check: -p assert -D ORDER=memory_order_relaxed
// expect: status 0: assumed: sequential consistency
// check: -p assert -D ORDER=memory_order_seq_cst
// expect: status 0: verdict: true
// expect: no: sequential consistency, for
// check: -p assert -D ORDER=memory_order_seq_cst -D SWAPPED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ORDER=memory_order_seq_cst -D SWAPPED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ORDER=memory_order_seq_cst -D SWAPPED
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int x, y;
static int first, second;
static void *work(void *argument) {
  atomic_store_explicit(&x, 1, ORDER);
  atomic_thread_fence(ORDER);
  first = atomic_load_explicit(&y, ORDER);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifdef SWAPPED
  second = atomic_load_explicit(&x, ORDER);
  atomic_store_explicit(&y, 1, ORDER);
#else
  atomic_store_explicit(&y, 1, ORDER);
  second = atomic_load_explicit(&x, ORDER);
#endif
  pthread_join(a, 0);
  assert(first || second);
  return 0;
}
