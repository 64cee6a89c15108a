// qsort moves what it sorts, and calls a function that reads what it likes. Which elements it compares is open, so the
// first one may be unknown.
// truth: no-data-race false
// check: --native-replay on -p no-data-race -D ORDER
// expect: status 1: verdict: false(no-data-race)
// check: --native-replay on -p no-data-race --engine symex -D ORDER
// expect: status 1: verdict: false(no-data-race)
// check: --native-replay on -p no-data-race --engine schedules -D ORDER
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race -D NEITHER
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D NEITHER
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdlib.h>
static int numbers[2] = {2, 1}, sign = 1;
static int compare(const void *a, const void *b) {
  int x = *(const int *)a, y = *(const int *)b;
  return (x > y) - (x < y) > 0 ? sign : -sign;
}
static void *work(void *argument) {
#if defined ORDER
  sign = -1;
#elif !defined NEITHER
  numbers[1] = 3;
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  qsort(numbers, 2, sizeof *numbers, compare);
  pthread_join(a, 0);
  return 0;
}
