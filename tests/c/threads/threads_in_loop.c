// Threads that a loop makes share the place where they are made, and nothing else.
// run: --seed 7
// expect: exit 6
// truth: no-data-race true
// check: -p no-data-race -D SHARED
// expect: status 1
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
