// A thread ends before it is joined, so what it has written is read after it.
// run:
// expect: exit 1
// run: --seed 5
// expect: exit 1
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// program:
// expect: status 0: spawn
// native: yes
#include <pthread.h>
static int shared;
static void *work(void *argument) {
  shared++;
  return argument;
}
int main(void) {
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_join(thread, 0);
  return shared;
}
