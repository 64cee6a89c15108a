// Everything is freed at the end: by return, by exit, or not.
// run: -p valid-memcleanup --inputs 0
// expect: exit 0
// run: -p valid-memcleanup --inputs 1
// expect: error(valid-memcleanup)
// run: -p valid-memcleanup --inputs 2
// expect: error(valid-memcleanup)
// run: -p memsafety --inputs 1
// expect: exit 1
// native: no (some runs are violations)
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
struct list {
  struct list *next;
} *head;
int main(void) {
  int which = __VERIFIER_nondet_int();
  for (int i = 0; i < 3; i++) {
    struct list *l = malloc(sizeof *l);
    l->next = head;
    head = l;
  }
  if (which == 1) return 1;
  if (which == 2) exit(0);
  while (head) {
    struct list *next = head->next;
    free(head);
    head = next;
  }
  return 0;
}
