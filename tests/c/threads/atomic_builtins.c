// The builtins under stdatomic.h, on objects that are not declared atomic.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D ADD=__atomic_load_n(&count,__ATOMIC_SEQ_CST)
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ADD=__atomic_load_n(&count,__ATOMIC_SEQ_CST)
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ADD=__atomic_load_n(&count,__ATOMIC_SEQ_CST)
// expect: status 1: verdict: false(assert)
// check: -p no-data-race --engine symex -D READS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D READS
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#ifndef ADD
#define ADD __atomic_add_fetch(&count, 1, __ATOMIC_SEQ_CST)
#endif
static int count;
static long both;
static void *work(void *argument) {
  int mine = ADD;
  assert(mine == 1 || mine == 2);
  long zero = 0, one = 1, old;
  __atomic_exchange(&both, &one, &old, __ATOMIC_SEQ_CST);
  __atomic_compare_exchange(&both, &zero, &one, 0, __ATOMIC_SEQ_CST, __ATOMIC_SEQ_CST);
  assert(zero == 1 && old <= 1);
#ifdef READS
  assert(both == 1);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  work(0);
  pthread_join(a, 0);
  assert(__atomic_load_n(&count, __ATOMIC_SEQ_CST) == 2);
  return 0;
}
