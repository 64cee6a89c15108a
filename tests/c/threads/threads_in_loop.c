// Threads that a loop makes share the place where they are made, and nothing else.
// run: --seed 7
// expect: exit 6
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p no-data-race -D SHARED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D SHARED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D SHARED
// expect: status 1: verdict: false(no-data-race)
// native: yes
#include <pthread.h>
enum { kThreads = 3 };
static int slots[kThreads], all;
static void *work(void *argument) {
  int number = (int)(long)argument;
#ifdef SHARED
  all++;
#endif
  slots[number] = number + 1;
  return 0;
}
int main(void) {
  pthread_t threads[kThreads];
  for (long i = 0; i < kThreads; i++)
    pthread_create(&threads[i], 0, work, (void *)i);
  int sum = 0;
  for (int i = 0; i < kThreads; i++) {
    pthread_join(threads[i], 0);
    sum += slots[i];
  }
  return sum;
}
