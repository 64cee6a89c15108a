// An access behind pthread_once does not stand for one without it.
// check: -p no-data-race --engine races
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static pthread_once_t f = PTHREAD_ONCE_INIT;
static pthread_once_t g = PTHREAD_ONCE_INIT;
static int x, y;
static void init(void) { x = 1; }
static void none(void) { }
static void *work(void *a) { pthread_once(&f, init); return a; }
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  if (__VERIFIER_nondet_int()) { pthread_once(&f, init); y = x; pthread_self(); }
  else { pthread_once(&g, none); y = x + 5; pthread_detach(a);}
  return 0;
}
