// Three threads that wait for each other in a circle, and a fourth one that does not.
// TWO: each waits for the next one, and the last one for nobody.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D TWO
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D TWO
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_mutex_t locks[3] = {PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER, PTHREAD_MUTEX_INITIALIZER};
static const int numbers[] = {0, 1, 2};
static void *work(void *argument) {
  const int number = *(const int *)argument;
  pthread_mutex_lock(&locks[number]);
#ifdef TWO
  if (number < 2)
#endif
  {
    pthread_mutex_lock(&locks[(number + 1) % 3]);
    pthread_mutex_unlock(&locks[(number + 1) % 3]);
  }
  pthread_mutex_unlock(&locks[number]);
  return 0;
}
int main(void) {
  pthread_t threads[3];
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, (void *)&numbers[i]);
  return 0;
}
