// A barrier for three where two come waits for ever; one of those who come is told to be the last.
// check: -p no-deadlock -D COUNT=2
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D COUNT=2
// expect: status 0: verdict: true
// check: -p no-deadlock -D COUNT=3
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex -D COUNT=3
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D COUNT=3
// expect: status 1: verdict: false(no-deadlock)
// check: -p assert --engine symex -D COUNT=2
// expect: status 0: verdict: true
// check: -p assert --engine symex -D COUNT=1
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D COUNT=1
// expect: status 1: verdict: false(assert)
// native: no (it may wait for ever)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static pthread_barrier_t barrier;
static atomic_int last;
static void *work(void *argument) {
  int result = pthread_barrier_wait(&barrier);
  assert(result == 0 || result == PTHREAD_BARRIER_SERIAL_THREAD);
  if (result == PTHREAD_BARRIER_SERIAL_THREAD) last++;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_barrier_init(&barrier, 0, COUNT);
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(last == 1);
  return 0;
}
