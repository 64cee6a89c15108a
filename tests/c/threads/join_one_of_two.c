// Of an array of threads only one is joined.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D BOTH
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D BOTH
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static int shared[2];
static void *work(void *argument) {
  *(int *)argument = 1;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  for (int i = 0; i < 2; i++)
    pthread_create(&threads[i], 0, work, &shared[i]);
  pthread_join(threads[0], 0);
#ifdef BOTH
  pthread_join(threads[1], 0);
#endif
  return shared[0] + shared[1] > 2;
}
