// Locks that are values: who finds a flag free and stores another value holds it.
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D REGION
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D SWAP
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D FLAG
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D BOOL
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D TRY
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D NUMBER
// expect: status 0: verdict: true
// check: -p no-data-race --engine races -D ALONE
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
#include <stdbool.h>

extern void __VERIFIER_assume(int);
extern void __VERIFIER_atomic_begin(void);
extern void __VERIFIER_atomic_end(void);

int data;
#ifdef FLAG
static atomic_flag flag = ATOMIC_FLAG_INIT;
#elif defined BOOL
static atomic_bool flag;
#elif defined SWAP || defined TRY || defined ALONE
static atomic_int flag;
#else
static int flag;
#endif

static int take(int number) {
#ifdef REGION
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(flag == 0);
  flag = 1;
  __VERIFIER_atomic_end();
#elif defined NUMBER
  __VERIFIER_assume(number != 0);
  __VERIFIER_atomic_begin();
  __VERIFIER_assume(flag == 0);
  flag = number;
  __VERIFIER_atomic_end();
#elif defined FLAG
  while (atomic_flag_test_and_set(&flag))
    ;
#elif defined BOOL
  bool is = false;
  while (!atomic_compare_exchange_weak(&flag, &is, true)) is = false;
#elif defined SWAP || defined ALONE
  while (atomic_exchange(&flag, 1))
    ;
#elif !defined TRY
  while (!__sync_bool_compare_and_swap(&flag, 0, 1))
    ;
#endif
  return 1;
}

static void giveBack(void) {
#if defined REGION || defined NUMBER
  __VERIFIER_atomic_begin();
  flag = 0;
  __VERIFIER_atomic_end();
#elif defined FLAG
  atomic_flag_clear(&flag);
#elif defined SWAP || defined TRY || defined ALONE || defined BOOL
  atomic_store(&flag, 0);
#else
  __sync_lock_release(&flag);
#endif
}

static void *work(void *number) {
  take((int)(long)number);
#ifdef TRY
  if (atomic_exchange(&flag, 1) != 0) return 0;
#endif
  data++;
  giveBack();
  return 0;
}

int main(void) {
  pthread_t threads[3];
#ifdef ALONE
  atomic_store(&flag, 1);
  atomic_store(&flag, 0);
  data = 1;
#endif
  for (long i = 0; i < 3; ++i) pthread_create(&threads[i], 0, work, (void *)(i + 1));
  for (int i = 0; i < 3; ++i) pthread_join(threads[i], 0);
  return 0;
}
