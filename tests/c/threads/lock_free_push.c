// Two threads put a node each on a stack without locks. What an exchange of pointers compares are addresses, which are
// open, so the first one may be unknown.
// truth: assert true
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p assert -D ONE_TRY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex -D ONE_TRY
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D ONE_TRY
// expect: status 1: verdict: false(assert)
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdatomic.h>
struct node {
  struct node *next;
};
static struct node *_Atomic top;
static struct node first, second;
static void push(struct node *node) {
  struct node *old = top;
  int done;
  do {
    node->next = old;
    done = atomic_compare_exchange_strong(&top, &old, node);
#ifdef ONE_TRY
    done = 1;
#endif
  } while (!done);
}
static void *work(void *argument) {
  push(&first);
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  push(&second);
  pthread_join(a, 0);
  struct node *last = top;
  assert(last->next && !last->next->next);
  return 0;
}
