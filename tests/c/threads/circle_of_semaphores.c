// Two semaphores that are taken in either order: anybody may post, so these threads do not wait for each other.
// MUTEX: of mutexes it is a circle.
// check: -p no-deadlock
// expect: status 0: verdict: true
// check: -p no-deadlock --engine symex
// expect: status 0: verdict: true
// check: -p no-deadlock -D MUTEX
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine symex -D MUTEX
// expect: status 1: verdict: false(no-deadlock)
// check: -p no-deadlock --engine schedules -D MUTEX
// expect: status 1: verdict: false(no-deadlock)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <semaphore.h>
#ifdef MUTEX
typedef pthread_mutex_t lock_t;
#define TAKE pthread_mutex_lock
#define GIVE pthread_mutex_unlock
#else
typedef sem_t lock_t;
#define TAKE sem_wait
#define GIVE sem_post
#endif
static lock_t first, second;
static void *forward(void *argument) {
  TAKE(&first);
  TAKE(&second);
  GIVE(&second);
  GIVE(&first);
  return argument;
}
static void *backward(void *argument) {
  TAKE(&second);
  TAKE(&first);
  GIVE(&first);
  GIVE(&second);
  return argument;
}
int main(void) {
  pthread_t a, b;
#ifndef MUTEX
  sem_init(&first, 0, 1);
  sem_init(&second, 0, 1);
#endif
  pthread_create(&a, 0, forward, 0);
  pthread_create(&b, 0, backward, 0);
#ifndef MUTEX
  sem_post(&first);
#endif
  pthread_join(a, 0);
  pthread_join(b, 0);
  return 0;
}
