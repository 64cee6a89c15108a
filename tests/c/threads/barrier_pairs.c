// Four threads pass a barrier for two, two by two: who has met somebody goes on, even if the next pair comes first.
// check: -p no-deadlock
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock -D THREADS=3
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex -D THREADS=3
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D THREADS=3
// expect: status 1: verdict: false(no-deadlock)
// native: no (it depends on the schedule)
#include <pthread.h>
#ifndef THREADS
#define THREADS 4
#endif
static pthread_barrier_t barrier;
static void *work(void *argument) {
  pthread_barrier_wait(&barrier);
  return argument;
}
int main(void) {
  pthread_t threads[THREADS];
  pthread_barrier_init(&barrier, 0, 2);
  for (int i = 0; i < THREADS; i++)
    pthread_create(&threads[i], 0, work, 0);
  for (int i = 0; i < THREADS; i++)
    pthread_join(threads[i], 0);
  return 0;
}
