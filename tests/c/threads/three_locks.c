// A deadlock of two threads that needs a third one to change a flag between.
// check: -p no-deadlock
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock -D FLAG=2
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex -D FLAG=2
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
#ifndef FLAG
#define FLAG 1
#endif
static pthread_mutex_t first = PTHREAD_MUTEX_INITIALIZER, second = PTHREAD_MUTEX_INITIALIZER;
static atomic_int flag;
static void *raise_flag(void *argument) {
  flag = 1;
  flag = 0;
  return argument;
}
static void *forward(void *argument) {
  pthread_mutex_lock(&first);
  pthread_mutex_lock(&second);
  pthread_mutex_unlock(&second);
  pthread_mutex_unlock(&first);
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_create(&a, 0, raise_flag, 0);
  pthread_create(&b, 0, forward, 0);
  pthread_mutex_lock(&second);
  if (flag == FLAG) {
    pthread_mutex_lock(&first);
    pthread_mutex_unlock(&first);
  }
  pthread_mutex_unlock(&second);
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
