// memcpy and memset touch the bytes that they are given, no more.
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D LENGTH=5
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D LENGTH=5
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D LENGTH=5
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D LENGTH=5 -D SETS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D LENGTH=5 -D SETS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D SETS
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <string.h>
#ifndef LENGTH
#define LENGTH 4
#endif
static char text[8], other[8];
static void *work(void *argument) {
  text[4] = 'x';
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
#ifdef SETS
  memset(text, 0, LENGTH);
#else
  memcpy(other, text, LENGTH);
#endif
  pthread_join(a, 0);
  return 0;
}
