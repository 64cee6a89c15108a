// Elements under one condition do not stand for those under another one.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int v[10];
static void *work(void *a) { v[7] = 1; return a; }
int main(void) {
  pthread_t a;
  int i = __VERIFIER_nondet_int();
  if (i < 0 || i > 9) return 0;
  pthread_create(&a, 0, work, 0);
  if (i < 5) v[i] = 1;
  else v[i] = 2;
  return 0;
}
