// Spinning on a member of a block that another thread hands over: a queue of one.
// True, and not proved yet:
// check: -p memsafety --engine symex --timeout 1
// expect: no: verdict: false
// check: -p no-data-race
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex
// expect: status 0: verdict: true
// check: -p valid-deref -D EARLY
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine symex -D EARLY
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --engine schedules -D EARLY
// expect: status 1: verdict: false(valid-deref)
// check: -p no-data-race --engine symex -D PLAIN
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D PLAIN
// expect: status 1: verdict: false(no-data-race)
// native: no (it depends on the schedule)
#include <pthread.h>
#include <stdatomic.h>
#include <stdlib.h>
struct node {
#ifdef PLAIN
  struct node *volatile next;
#else
  struct node *_Atomic next;
#endif
  int value;
};
static void *work(void *argument) {
  struct node *head = argument, *made = malloc(sizeof *made);
#ifdef EARLY
  head->next = made;
  made->value = 7;
#else
  made->value = 7;
  head->next = made;
#endif
  return 0;
}
int main(void) {
  pthread_t a;
  struct node head = {0, 0};
  pthread_create(&a, 0, work, &head);
  while (head.next == 0) {
  }
  head.value = head.next->value;
  free(head.next);
  pthread_join(a, 0);
  return 0;
}
