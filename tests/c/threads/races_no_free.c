// A smaller part of memory does not stand for a larger one.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static int v[10];
static void *work(void *a) { v[7] = 1; return a; }
int main(void) {
  pthread_t a;
  unsigned n = __VERIFIER_nondet_int(), k = __VERIFIER_nondet_int();
  pthread_create(&a, 0, work, 0);
  if (n <= 8 && k <= 40) { memset(v, 0, n); memset(v, 0, k); }
  return 0;
}
