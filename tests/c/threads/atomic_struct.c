// An _Atomic structure is read and written as a whole; members of a plain one are not.
// check: -p assert -D QUALIFIER=_Atomic
// expect: status 0: verdict: true
// check: -p assert --engine symex -D QUALIFIER=_Atomic
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D QUALIFIER=_Atomic
// expect: status 0: verdict: true
// check: -p no-data-race -D QUALIFIER=
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D QUALIFIER=
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D QUALIFIER=
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
struct pair {
  int a, b;
};
static QUALIFIER struct pair shared;
static void *work(void *argument) {
  struct pair mine = {1, 1};
#ifdef __clang__
  shared = mine;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  struct pair seen = shared;
  assert(seen.a == seen.b);
  pthread_join(a, 0);
  return 0;
}
