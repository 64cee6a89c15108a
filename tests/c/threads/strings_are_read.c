// What prints a string, or takes it for a name, reads it: a thread that changes one of its bytes meanwhile races.
// check: -p no-data-race -D "CALL=puts(text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=puts(text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=puts(text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=fputs(text, stdout)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=fputs(text, stdout)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=printf(\"%s\", text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=printf(\"%s\", text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=printf(\"%.2s\", text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=printf(\"%.2s\", text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=fprintf(stderr, \"%s\", text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=fprintf(stderr, \"%s\", text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=fwrite(text, 1, 3, stdout)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=fwrite(text, 1, 3, stdout)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=perror(text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=perror(text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=fopen(text, \"r\")"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=fopen(text, \"r\")"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=system(text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=system(text)"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D "CALL=strcmp(text, \"ab\")"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D "CALL=strcmp(text, \"ab\")"
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D "CALL=printf(\"%p\", (void *)text)"
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D "CALL=printf(\"%p\", (void *)text)"
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D "CALL=printf(\"%.0s\", text)"
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
static char text[8] = "ab";
static void *work(void *argument) {
  CALL;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  text[0] = 'c';
  pthread_join(a, 0);
  return 0;
}
