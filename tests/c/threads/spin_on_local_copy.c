// A loop that waits for what it has read before it began waits for ever; one that reads again does not.
// check: -p unreach-call
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex
// expect: status 0: verdict: true
// check: -p unreach-call -D READS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D READS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D READS
// expect: status 1: verdict: false(unreach-call)
// native: no (it may not end)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
static atomic_int flag;
static void *work(void *argument) {
  flag = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  int copy = flag;
  pthread_create(&a, 0, work, 0);
  while (!copy) {
#ifdef READS
    copy = flag;
#endif
  }
  reach_error();
  return 0;
}
