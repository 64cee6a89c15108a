// A thread that toggles a flag for ever does not keep another one from its error: a reduction must not follow the
// cycle alone.
// check: -p unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D BOTH
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D BOTH
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D NEVER
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D NEVER
// expect: status 0: verdict: true
// native: no (it does not end)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
static atomic_int flag, other;
static void *toggle(void *argument) {
  for (;;)
    atomic_fetch_xor(&flag, 1);
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, toggle, 0);
#ifdef BOTH
  if (flag == 1 && flag == 0) reach_error();
#elif defined NEVER
  if (flag == 2) reach_error();
#else
  other = 1;
  if (other == 1) reach_error();
#endif
  return 0;
}
