// Members of a union are one place, and so is an int and one of its bytes; elements of an array are not.
// check: -p no-data-race -D UNION
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D UNION
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D UNION
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D BYTE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D BYTE
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D BESIDE
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D BESIDE
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D ELEMENTS
// expect: status 0: verdict: true
// check: -p assert --engine symex -D BYTE
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D BYTE
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static union {
  int number;
  char bytes[8];
} shared;
static int elements[2];
static void *work(void *argument) {
#ifdef UNION
  shared.number = 1;
#elif defined ELEMENTS
  elements[1] = 1;
#else
  shared.number = 0x01010101;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifdef UNION
  shared.bytes[0] = 2;
#elif defined BESIDE
  shared.bytes[4] = 2;
#elif defined ELEMENTS
  elements[0] = 2;
#else
  shared.bytes[3] = 0;
#endif
  pthread_join(a, 0);
  assert(shared.bytes[3] == 1 || shared.bytes[3] == 0 && shared.number != 0x00010101);
  return 0;
}
