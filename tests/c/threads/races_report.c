// The report says of each object that threads share what keeps them in order, and of each pair that is left what would.
// check: -p no-data-race --engine races
// expect: status 0: note: 'count' is guarded by 'lock'
// expect: status 0: note: 'chosen' is only read while there are other threads
// expect: status 0: note: 'hits' is accessed atomically
// expect: status 0: note: 'sum' is accessed by one thread at a time
// expect: status 0: note: 'parts' is accessed in different places
// expect: status 0: note: 'turn' is accessed by threads that are not there at the same time
// expect: status 0: note: 'own' is accessed by one thread only
// expect: status 0: verdict: true
// expect: no: may race
// check: -p no-data-race --engine races -D NO_LOCK
// expect: status 2: 'count' may race
// expect: status 2: (one of several threads 'work', no lock held)
// expect: status 2: note: what helps: hold 'lock' at
// expect: status 2: note: what helps: make 'count' _Atomic
// expect: status 2: note: 'hits' is accessed atomically
// expect: no: 'count' is guarded
// check: -p no-data-race --engine races -D NO_JOIN
// expect: status 2: 'sum' may race
// expect: status 2: note: what helps: join all threads 'work' before
// check: -p no-data-race --engine races -D NO_ATOMIC
// expect: status 2: 'hits' may race
// expect: status 2: note: what helps: hold one lock at both places
// expect: status 2: note: what helps: make 'hits' _Atomic
// check: -p no-data-race --engine races -D BROKEN
// expect: status 2: note: what helps: a lock counts only as long as nobody breaks it, and 'lock' is opened by who may not hold it
// native: no (it depends on the schedule)
#include <pthread.h>
extern int __VERIFIER_nondet_int(void);
static int count, chosen, sum, turn, own;
#ifdef NO_ATOMIC
static int hits;
#else
static _Atomic int hits;
#endif
static int parts[3];
static pthread_mutex_t lock = PTHREAD_MUTEX_INITIALIZER;
static void *work(void *argument) {
  const int number = (int)(long)argument;
#ifndef NO_LOCK
  pthread_mutex_lock(&lock);
#endif
  count += chosen;
#ifndef NO_LOCK
  pthread_mutex_unlock(&lock);
#endif
#ifdef BROKEN
  if (number == 2) pthread_mutex_unlock(&lock);
#endif
  hits++;
  parts[number] = chosen;
#ifdef NO_JOIN
  sum++;
#endif
  return 0;
}
static void *add(void *argument) {
  sum += 2;
  turn++;
  return argument;
}
static void *run(void *argument) {
  pthread_t thread;
  pthread_create(&thread, 0, add, 0);
  pthread_join(thread, 0);
  turn++;
  return argument;
}
int main(void) {
  pthread_t threads[3], last;
  pthread_create(&last, 0, run, 0);
  pthread_join(last, 0);
  chosen = __VERIFIER_nondet_int() & 3;
  for (int i = 0; i < 3; i++) pthread_create(&threads[i], 0, work, (void *)(long)i);
  own = chosen;
  pthread_mutex_lock(&lock);
  count++;
  pthread_mutex_unlock(&lock);
#ifndef NO_JOIN
  for (int i = 0; i < 3; i++) pthread_join(threads[i], 0);
#endif
  sum += own;
  return 0;
}
