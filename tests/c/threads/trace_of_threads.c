// The trace says whose step it is, who is created, what is read that others write, who waits for whom; a race has two sides.
// check: -p assert
// expect: status 1: verdict: false(assert)
// expect: status 1: thread 0 creates thread 1, which runs add
// expect: status 1: thread = thread 1 (pthread_t)
// expect: status 1: thread 1 in add
// expect: status 1: account.balance is 10
// expect: status 1: thread 0 waits for thread 1 to end
// expect: status 1: note: schedule:
// expect: no: __data
// check: -p no-data-race -D UNLOCKED
// expect: status 1: 4 bytes of 'account' at offset 40, by thread
// expect: status 1: account.balance here
// check: -p no-deadlock -D FORGOTTEN
// expect: status 1: waits for the mutex account.lock, which thread
// truth: no-data-race true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static struct {
  pthread_mutex_t lock;
  int balance;
} account = {PTHREAD_MUTEX_INITIALIZER, 10};

static void change(int by) {
#ifndef UNLOCKED
  pthread_mutex_lock(&account.lock);
#endif
  account.balance += by;
#ifndef UNLOCKED
#ifdef FORGOTTEN
  if (account.balance == 15) return;
#endif
  pthread_mutex_unlock(&account.lock);
#endif
}

static void *add(void *amount) {
  change(*(int *)amount);
  return 0;
}

int main(void) {
  pthread_t thread;
  int amount = 5;
  pthread_create(&thread, 0, add, &amount);
  change(-5);
  pthread_join(thread, 0);
  assert(account.balance != 10);
  return 0;
}
