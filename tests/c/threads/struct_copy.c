// A struct copy reads all members; a char beside another one is another object, a bit-field beside another one is not.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D CHARS
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D CHARS
// expect: status 0: verdict: true
// check: -p no-data-race -D BITS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D BITS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D BITS
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static struct {
  char a, b;
  unsigned c : 3, d : 5;
} shared, copy;
static void *work(void *argument) {
#ifdef BITS
  shared.c = 1;
#else
  shared.a = 1;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#if defined CHARS
  shared.b = 2;
#elif defined BITS
  shared.d = 2;
#else
  copy = shared;
#endif
  pthread_join(a, 0);
  return 0;
}
