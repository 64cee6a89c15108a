// Two independent stores by two threads, and a third one that tells them apart only in one of the orders.
// check: -p unreach-call -D FIRST=x -D SECOND=y
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D FIRST=x -D SECOND=y
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D FIRST=x -D SECOND=y
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine symex -D FIRST=y -D SECOND=x
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --engine schedules -D FIRST=y -D SECOND=x
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D FIRST=x -D SECOND=x
// expect: status 0: verdict: true
// check: -p unreach-call --engine symex -D FIRST=x -D SECOND=x
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
void reach_error(void);
static atomic_int x, y;
static void *sets_x(void *argument) {
  x = 1;
  return argument;
}
static void *sets_y(void *argument) {
  y = 1;
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, sets_x, 0);
  pthread_create(&b, 0, sets_y, 0);
  int first = FIRST, second = SECOND, third = FIRST;
  if (first == 1 && second == 0 || third < first) reach_error();
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
