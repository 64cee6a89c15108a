// Threads that are created in a loop: each has a block of its own, and they share a counter with a lock.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D PLAIN
// expect: status 2: verdict: unknown
// check: -p no-data-race -D PLAIN
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D TWICE
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D TWICE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D NEXT
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D NEXT
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
static pthread_mutex_t m = PTHREAD_MUTEX_INITIALIZER;
static int total;
static void *work(void *argument) {
  int *own = argument;
#ifdef NEXT
  static int *_Atomic last;
  own = last ? last : own;
  last = argument;
#endif
  *own += 1;
#ifndef PLAIN
  pthread_mutex_lock(&m);
#endif
  total++;
#ifndef PLAIN
  pthread_mutex_unlock(&m);
#endif
  return 0;
}
int main(void) {
  while (__VERIFIER_nondet_int()) {
    pthread_t thread;
    int *block = calloc(1, sizeof(int));
    if (!block) return 0;
    pthread_create(&thread, 0, work, block);
#ifdef TWICE
    pthread_create(&thread, 0, work, block);
#endif
  }
  return 0;
}
