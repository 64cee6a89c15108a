// strtok and gmtime keep something between calls, for all threads together; strtok_r and gmtime_r do not.
// check: -p assert -D TOKENS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TOKENS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TOKENS
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D TIMES
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D TIMES
// expect: status 1: verdict: false(assert)
// check: -p assert -D TOKENS -D OWN
// expect: status 0: verdict: true
// check: -p assert --engine symex -D TOKENS -D OWN
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D TOKENS -D OWN
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <string.h>
#include <time.h>
static char first[] = "a b", second[] = "c d";
static const time_t early = 0, late = 400000000;
static char *next(char *text, char **own) {
#ifdef OWN
  return strtok_r(text, " ", own);
#else
  return strtok(text, " ");
#endif
}
static void *work(void *argument) {
  char *own;
#ifdef TOKENS
  next(second, &own);
#else
  gmtime(&late);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  char *own;
  pthread_create(&a, 0, work, 0);
#ifdef TOKENS
  next(first, &own);
  assert(next(0, &own) == first + 2);
#else
  assert(gmtime(&early)->tm_year == 70);
#endif
  pthread_join(a, 0);
  return 0;
}
