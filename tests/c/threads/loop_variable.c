// Each thread gets the address of the loop's variable instead of its value.
// check: -p no-data-race
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: -p no-data-race -D VALUE
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D VALUE
// expect: status 0: verdict: true
// check: -p assert --engine symex -D VALUE
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static int slots[3];
static void *work(void *argument) {
#ifdef VALUE
  long i = (long)argument;
#else
  long i = *(long *)argument;
#endif
  slots[i] = 1;
  return 0;
}
int main(void) {
  pthread_t threads[2];
  long i;
  for (i = 0; i < 2; i++)
#ifdef VALUE
    pthread_create(&threads[i], 0, work, (void *)i);
#else
    pthread_create(&threads[i], 0, work, &i);
#endif
  for (int j = 0; j < 2; j++)
    pthread_join(threads[j], 0);
  assert(slots[0] == 1 && slots[1] == 1);
  return 0;
}
