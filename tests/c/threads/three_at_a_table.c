// Three threads, three mutexes, each takes its own and the next: all may wait in a circle of three; not if one takes
// them in order.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D ORDER
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D ORDER
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D ORDER
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t forks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static void *eat(void *argument) {
  int left = (int)(long)argument, right = (left + 1) % 3;
#ifdef ORDER
  if (right < left) {
    right = left;
    left = 0;
  }
#endif
  pthread_mutex_lock(&forks[left]);
  pthread_mutex_lock(&forks[right]);
  pthread_mutex_unlock(&forks[right]);
  pthread_mutex_unlock(&forks[left]);
  return 0;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, eat, (void *)0);
  pthread_create(&b, 0, eat, (void *)1);
  eat((void *)2);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
