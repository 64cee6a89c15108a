// Locks, conditions, barriers, semaphores and keys have other sizes on a 32-bit machine.
// check: -p memsafety -m 32
// expect: status 0: verdict: true
// check: -p memsafety --engine symex -m 32
// expect: status 0: verdict: true
// check: -p assert --engine symex -m 32
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -m 32
// expect: status 0: verdict: true
// check: -p assert -m 32 -D OPEN
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -m 32 -D OPEN
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -m 32 -D OPEN
// expect: status 1: verdict: false(assert)
// check: -p memsafety --engine symex
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <semaphore.h>
static struct {
  pthread_mutex_t mutex;
  int a;
  pthread_rwlock_t lock;
  int b;
  sem_t semaphore;
  int c;
  pthread_cond_t condition;
  int d;
  pthread_spinlock_t spin;
  int e;
} all;
static void *work(void *argument) {
  pthread_mutex_lock(&all.mutex);
#ifdef OPEN
  pthread_mutex_unlock(&all.mutex);
#endif
  pthread_rwlock_wrlock(&all.lock);
  sem_wait(&all.semaphore);
  pthread_spin_lock(&all.spin);
  all.a++;
  pthread_spin_unlock(&all.spin);
  sem_post(&all.semaphore);
  pthread_rwlock_unlock(&all.lock);
#ifndef OPEN
  pthread_mutex_unlock(&all.mutex);
#endif
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_mutex_init(&all.mutex, 0);
  pthread_rwlock_init(&all.lock, 0);
  sem_init(&all.semaphore, 0, 1);
  pthread_cond_init(&all.condition, 0);
  pthread_spin_init(&all.spin, 0);
  pthread_create(&a, 0, work, 0);
  pthread_mutex_lock(&all.mutex);
  all.a++;
  pthread_mutex_unlock(&all.mutex);
  pthread_join(a, 0);
  assert(all.a == 2 && all.b == 0 && all.c == 0 && all.d == 0 && all.e == 0);
  return 0;
}
