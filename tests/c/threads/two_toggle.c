// Two threads toggle a flag each for ever; main fails when it sees both of them set. No thread may be left out for
// ever.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D NEVER
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D NEVER
// expect: status 0: verdict: true
// native: no (it does not end)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
static atomic_int flags[2];
static void *toggle(void *argument) {
  atomic_int *flag = argument;
  for (;;) {
    *flag = 1;
    *flag = 0;
  }
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, toggle, &flags[0]);
  pthread_create(&b, 0, toggle, &flags[1]);
#ifdef NEVER
  if (flags[0] + flags[1] > 2) reach_error();
#else
  if (flags[0] == 1 && flags[1] == 1) reach_error();
#endif
  return 0;
}
