// Each block has its own mutex: that of one does not guard another one.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D SWAPPED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D SWAPPED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D SWAPPED
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
struct counter {
  pthread_mutex_t mutex;
  int value;
};
static struct counter *first, *second;
static void count(struct counter *counter, struct counter *locked) {
  pthread_mutex_lock(&locked->mutex);
  counter->value++;
  pthread_mutex_unlock(&locked->mutex);
}
static void *work(void *argument) {
  count(first, first);
  return argument;
}
static struct counter *make(void) {
  struct counter *made = malloc(sizeof *made);
  pthread_mutex_init(&made->mutex, 0);
  made->value = 0;
  return made;
}
int main(void) {
  pthread_t a;
  first = make();
  second = make();
  pthread_create(&a, 0, work, 0);
#ifdef SWAPPED
  count(first, second);
#else
  count(first, first);
#endif
  pthread_join(a, 0);
  free(first);
  free(second);
  return 0;
}
