// What library functions read and write are accesses of their callers.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D PRINTS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D PRINTS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D PRINTS
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D OTHER
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D OTHER
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdio.h>
#include <string.h>
static char text[8] = "text", other[8];
static void *work(void *argument) {
#ifdef PRINTS
  printf("%s\n", text);
#elif defined OTHER
  printf("%s\n", other);
#else
  memcpy(other, text, sizeof text);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  strcpy(text, "more");
  printf("done\n");
  pthread_join(a, 0);
  return 0;
}
