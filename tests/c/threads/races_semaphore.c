// Who has waited for a semaphore that was 0 comes after what its only poster did before it posted.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D OPEN
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D OPEN
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D SECOND
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D SECOND
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D EARLY
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D EARLY
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D TRIED
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D TRIED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D SET
// expect: status 2: verdict: unknown
// check: -p no-data-race --engine races -D CHILD
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <semaphore.h>
extern int __VERIFIER_nondet_int(void);
static sem_t ready;
static int data;
static void *fill(void *p) {
#ifdef EARLY
  if (__VERIFIER_nondet_int()) sem_post(&ready);
#endif
  data = 1;
  sem_post(&ready);
  return p;
}
static void *other(void *p) {
#ifdef SECOND
  sem_post(&ready);
#endif
#ifdef SET
  *(int *)&ready = 1;
#endif
  return p;
}
static void *read(void *p) { return data ? p : 0; }
int main(void) {
#ifdef OPEN
  sem_init(&ready, 0, 1);
#else
  sem_init(&ready, 0, 0);
#endif
  pthread_t a, b, c;
  pthread_create(&a, 0, fill, 0);
  pthread_create(&b, 0, other, 0);
#ifdef TRIED
  sem_trywait(&ready);
#else
  sem_wait(&ready);
#endif
#ifdef CHILD
  pthread_create(&c, 0, read, 0);
#else
  data++;
#endif
  return 0;
}
