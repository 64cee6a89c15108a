// Threads work on parts of one array: halves are apart, unless one is longer by one.
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p memsafety --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D MORE=1
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D MORE=1
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D MORE=1
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#ifndef MORE
#define MORE 0
#endif
static int numbers[4];
static void *first(void *argument) {
  for (int *p = numbers; p < numbers + 2 + MORE; p++)
    *p = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, first, 0);
  for (int i = 2; i < 4; i++)
    numbers[i] = 2;
  pthread_join(a, 0);
  return 0;
}
