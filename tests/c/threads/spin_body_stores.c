// A loop that waits, and tells in each round that it does, is no mere wait: another thread sees that.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D SILENT
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D SILENT
// expect: status 0: verdict: true
// native: no (it may not end)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
static atomic_int flag, rounds;
static void *work(void *argument) {
  if (rounds == 2) reach_error();
  flag = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  while (!flag) {
#ifndef SILENT
    if (rounds < 3) rounds++;
#endif
  }
  return 0;
}
