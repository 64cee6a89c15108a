// An index that is made of an argument, beside the same one as a number.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdint.h>
extern int __VERIFIER_nondet_int(void);
static int v[8];
static void *work(void *a) { int i= (uintptr_t)a; if (i>=0 &&i < 8) v[i] = 1; return 0; }
int main(void) {
  pthread_t a;
  int i = __VERIFIER_nondet_int() & 7;
  pthread_create(&a, 0, work, (void *)(uintptr_t)i);
  v[3] = 2;
  return 0;
}
