// Functions of the library write where they are told to, which may be a race of the caller's.
// check: -p no-data-race -D "CALL=pthread_join(a, &result)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=pthread_join(a, &result)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=pthread_join(a, &result)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=sem_getvalue(&semaphore, (int *)&result)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=sem_getvalue(&semaphore, (int *)&result)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=sscanf(text, \"%4s\", (char *)&result)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=sscanf(text, \"%4s\", (char *)&result)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=memset(&result, 0, 1)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=memset(&result, 0, 1)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=strtol(text, (char **)&result, 10)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=strtol(text, (char **)&result, 10)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=clock_gettime(CLOCK_REALTIME, &now)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=clock_gettime(CLOCK_REALTIME, &now)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D "CALL=memset(text, 0, 1)"
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D "CALL=memset(text, 0, 1)"
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <semaphore.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static void *result, *beside;
static sem_t semaphore;
static char text[8] = "12";
static struct timespec now;
static void *work(void *argument) { return argument; }
static void *reads(void *argument) { return now.tv_nsec < 0 ? argument : result; }
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, reads, 0);
  CALL;
  pthread_join(b, 0);
  return 0;
}
