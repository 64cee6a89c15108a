// Threads of one place, of which each has another element, under conditions on the number.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
static int v[8];
static void *work(void *a) { v[(uintptr_t)a & 7] = 1; return 0; }
int main(void) {
  pthread_t a;
  unsigned i = __VERIFIER_nondet_int() & 7;
  if (i < 4) pthread_create(&a, 0, work, (void *)(uintptr_t)i);
  else pthread_create(&a, 0, work, (void *)(uintptr_t)i);
  v[3] = 2;
  return 0;
}
