// strtok, gmtime and their kin may use what they keep without a lock: nobody looks for data races there, and a verdict
// says so. Those with a parameter for it keep nothing, and what the user does with a result is the user's.
// check: -p no-data-race -D TOKENS
// expect: status 0: assumed: strtok keeps state of its own, which threads are taken not to share
// check: -p no-data-race -D TIMES
// expect: status 0: assumed: gmtime keeps state of its own
// check: -p no-data-race -D POINTER
// expect: status 0: assumed: strtok keeps state of its own
// check: -p no-data-race -D TIMES -D READS
// expect: status 1: verdict: false(no-data-race)
// native: no (it has threads)
#include <pthread.h>
#include <string.h>
#include <time.h>
static char first[] = "a b", second[] = "c d";
static const time_t early = 0;
#ifdef POINTER
static char *(*volatile next)(char *, const char *) = strtok;
#else
#define next strtok
#endif
static void use(char *text) {
#ifdef TIMES
  struct tm *date = gmtime(&early);
#ifdef READS
  date->tm_year = 1;
#endif
  (void)date;
#else
  next(text, " ");
#endif
}
static void *work(void *argument) {
  use(second);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  use(first);
  pthread_join(a, 0);
  return 0;
}
