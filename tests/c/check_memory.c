// Symbolic execution through the front end: memory.
// check: --property valid-memsafety -D SIZE=16
// expect: status 0: verdict: true
// check: --property valid-memsafety -D SIZE=8
// expect: status 1: verdict: false(valid-deref)
// check: --property valid-memsafety -D SIZE=16 -D TWICE
// expect: status 1: verdict: false(valid-free)
// check: --property valid-memsafety -D SIZE=16 -D FORGET
// expect: status 1: verdict: false(valid-memtrack)
// native: no (the size is given on the command line)
#include <stdlib.h>
#include <string.h>

int __VERIFIER_nondet_int(void);

struct list {
  struct list *next;
  char text[SIZE];
};

int main(void) {
  struct list *head = NULL;
  int n = __VERIFIER_nondet_int();
  for (int i = 0; i < n && i < 3; ++i) {
    struct list *node = malloc(sizeof *node);
    memset(node->text, 0, sizeof node->text);
    int at = __VERIFIER_nondet_int();
    if (at >= 0 && at <= 15) ((char *)node)[sizeof(struct list *) + at] = 'x';
    node->next = head;
    head = node;
  }
  while (head) {
    struct list *next = head->next;
#ifdef FORGET
    if (n == 2) break;
#endif
    free(head);
#ifdef TWICE
    if (!next && n == 3) free(head);
#endif
    head = next;
  }
  head = NULL;
  return 0;
}
