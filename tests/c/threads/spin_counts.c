// A loop that waits and counts is no mere wait: how often it has looked can be told.
// check: -p assert -D MOST=2
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D MOST=2
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D MOST=2
// expect: status 1: verdict: false(assert)
// check: -p assert -D MOST=4
// expect: status 0: verdict: true
// check: -p assert --engine symex -D MOST=4
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
static atomic_int flag;
static void *work(void *argument) {
  flag = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  int looks = 0;
  pthread_create(&a, 0, work, 0);
  while (!flag && looks < 4)
    looks++;
  assert(looks <= MOST);
  pthread_join(a, 0);
  return 0;
}
