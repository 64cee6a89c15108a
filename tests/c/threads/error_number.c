// Each thread has its own errno: what one sets another one does not see, and to set it is no race.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D SAVED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D SAVED
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D SAVED
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <errno.h>
#include <pthread.h>
#include <stdlib.h>
static int saved;
static void *work(void *argument) {
  errno = 0;
  strtol(argument ? "99999999999999999999" : "1", 0, 10);
  assert(errno == (argument ? ERANGE : 0));
#ifdef SAVED
  saved = errno;
  assert(saved == errno);
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, &saved);
  work(0);
  pthread_join(a, 0);
  return 0;
}
