// Spin locks exclude as mutexes do.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D TRIED
// expect: status 2: verdict: unknown
// check: -p no-data-race -D TRIED
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine races -D OTHER
// expect: status 2: verdict: unknown
// check: -p no-data-race --native-replay off -D OTHER
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
static pthread_spinlock_t s, t;
static int count;
static void *work(void *argument) {
#if defined(TRIED)
  const int isTaken = pthread_spin_trylock(&s) == 0;
  count++;
  if (isTaken) pthread_spin_unlock(&s);
#elif defined(OTHER)
  pthread_spinlock_t *mine = argument ? &s : &t;
  pthread_spin_lock(mine);
  count++;
  pthread_spin_unlock(mine);
#else
  pthread_spin_lock(&s);
  count++;
  pthread_spin_unlock(&s);
#endif
  return argument;
}
int main(void) {
  pthread_t a, b;
  pthread_spin_init(&s, 0);
  pthread_spin_init(&t, 0);
  pthread_create(&a, 0, work, 0);
  pthread_create(&b, 0, work, &a);
  return 0;
}
