// What a thread writes hangs from a list whose links others change: static summaries by name do not tell that it is
// main's.
// check: --native-replay on -p assert
// expect: status 1: verdict: false(assert)
// check: --native-replay on -p assert --engine symex
// expect: status 1: verdict: false(assert)
// check: --native-replay on -p assert --engine schedules
// expect: status 1: verdict: false(assert)
// check: --native-replay on -p no-data-race --engine symex
// expect: status 1: verdict: false(no-data-race)
// check: --native-replay on -p no-data-race --engine schedules
// expect: status 1: verdict: false(no-data-race)
// check: -p assert -D CUT
// expect: status 0: verdict: true
// check: -p assert --engine symex -D CUT
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
#include <stdlib.h>
struct node {
  struct node *_Atomic next;
  int value;
};
static struct node head, tail;
static void *work(void *argument) {
  struct node *last = argument;
  while (last->next)
    last = last->next;
  last->value++;
  return 0;
}
int main(void) {
  pthread_t a;
#ifdef CUT
  struct node *shared = malloc(sizeof *shared);
  shared->value = 0;
  shared->next = 0;
  pthread_create(&a, 0, work, shared);
#else
  pthread_create(&a, 0, work, &head);
#endif
  head.next = &tail;
  assert(tail.value == 0);
  pthread_join(a, 0);
#ifdef CUT
  free(shared);
#endif
  return 0;
}
