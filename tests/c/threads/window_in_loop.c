// One thread toggles a flag some times; another one has to look twice within one round to see both values in this
// order.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D LOOKS=3
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D LOOKS=3
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D LOOKS=5
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D LOOKS=5
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
#ifndef LOOKS
#define LOOKS 2
#endif
static atomic_int flag;
static void *toggle(void *argument) {
  for (int i = 0; i < 2; i++) {
    flag = 1;
    flag = 0;
  }
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, toggle, 0);
  int wanted = 1;
  for (int i = 0; i < LOOKS; i++) {
    if (flag != wanted) return 0;
    wanted = 1 - wanted;
  }
  reach_error();
  return 0;
}
