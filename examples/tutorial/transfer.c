// Two transfers between two accounts at the same time, one in each direction. With FIXED, locks are taken in one order.
#include <assert.h>
#include <pthread.h>

struct account {
  pthread_mutex_t lock;
  unsigned money;
};

static struct account accounts[2] = {{PTHREAD_MUTEX_INITIALIZER, 100}, {PTHREAD_MUTEX_INITIALIZER, 100}};

static void transfer(int from, int to, unsigned amount) {
#ifdef FIXED
  int first = from < to ? from : to, second = from < to ? to : from;
#else
  int first = from, second = to;
#endif
  pthread_mutex_lock(&accounts[first].lock);
  pthread_mutex_lock(&accounts[second].lock);
  if (accounts[from].money >= amount) {
    accounts[from].money -= amount;
    accounts[to].money += amount;
  }
  pthread_mutex_unlock(&accounts[second].lock);
  pthread_mutex_unlock(&accounts[first].lock);
}

extern unsigned __VERIFIER_nondet_uint(void);

static void *there(void *unused) {
  transfer(0, 1, __VERIFIER_nondet_uint());
  return unused;
}

int main(void) {
  pthread_t other;
  pthread_create(&other, 0, there, 0);
  transfer(1, 0, __VERIFIER_nondet_uint());
  pthread_join(other, 0);
  assert(accounts[0].money + accounts[1].money == 200);
  return 0;
}
