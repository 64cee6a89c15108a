// Two threads count N times each, a load and a store at a time. In the worst order 2 is what is left, whatever N is:
// one thread stores its first sum late, the other one loads that for its last.
// check: -p assert -D N=2 -D LEAST=2
// expect: status 0: verdict: true
// check: -p assert --engine symex -D N=2 -D LEAST=2
// expect: status 0: verdict: true
// check: -p assert -D N=2 -D LEAST=3
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D N=2 -D LEAST=3
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D N=2 -D LEAST=3
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D N=3 -D LEAST=3
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D N=3 -D LEAST=3
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int count;
static void *work(void *argument) {
  for (int i = 0; i < N; i++) {
    int seen = count;
    count = seen + 1;
  }
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(count >= LEAST);
  return 0;
}
