// A local whose address another thread has is shared.
// run: -p assert
// expect: exit 0
// check: -p no-data-race
// expect: status 1
// truth: no-data-race true -D AFTER
// truth: memsafety true -D AFTER
// native: no (it depends on the schedule)
#include <pthread.h>
static void *work(void *argument) {
  *(int *)argument = 7;
  return 0;
}
int main(void) {
  pthread_t a;
  int local = 0;
  pthread_create(&a, 0, work, &local);
#ifndef AFTER
  local = 1;
#endif
  pthread_join(a, 0);
  return local == 0;
}
