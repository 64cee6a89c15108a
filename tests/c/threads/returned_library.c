// A function without body gives any address, but it does not know where models of the library keep what is their own: a
// violation that needs such an address does not count.
// check: --native-replay on -p no-data-race --timeout 8
// expect: no: verdict: false
// check: -p no-deadlock --engine symex --timeout 10
// expect: no: verdict: false
// verdict: unknown (whether two results overlap is open)
// native: no (a function has no body)
#include <pthread.h>
struct Account {
  int balance, limit;
  pthread_mutex_t lock;
};
struct Account *account(void);
static void *work(void *argument) {
  struct Account *mine = account();
  pthread_mutex_lock(&mine->lock);
  mine->balance = 1;
  pthread_mutex_unlock(&mine->lock);
  return argument;
}
int main(void) {
  struct Account *mine = account();
  pthread_t thread;
  pthread_create(&thread, 0, work, 0);
  pthread_mutex_lock(&mine->lock);
  mine->limit = 2;
  pthread_mutex_unlock(&mine->lock);
  return 0;
}
