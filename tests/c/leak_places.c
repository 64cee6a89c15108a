// A leak is told where the block comes from, and names the statement after which nothing points to it.
// check: --engine symex --native-replay off -p memsafety
// expect: status 1: a block of 16 bytes from malloc at 
// expect: status 1: leak_places.c:40:20: error: memory is lost
// expect: status 1: leak_places.c:69:3: note: after this, nothing points to malloc#2 any more
// expect: status 1: nothing points to malloc#2 any more
// expect: status 1: verdict: false(valid-memtrack)
// check: --engine symex --native-replay off -p memsafety -DOVERWRITTEN
// expect: status 1: a block of 6 bytes from strdup at 
// expect: status 1: leak_places.c:49:5: note: after this, nothing points to strdup#1 any more
// check: --engine symex --native-replay off -p memsafety -DRETURNED
// expect: status 1: leak_places.c:62: note: after this, nothing points to calloc#1 any more
// check: --engine symex --native-replay off -p memsafety -DUNUSED
// expect: status 1: leak_places.c:80:3: error: memory is lost
// check: --engine symex --native-replay off -p memcleanup -DKEPT
// expect: status 1: a block of 4 bytes from malloc at 
// expect: no: any more
// expect: status 1: verdict: false(valid-memcleanup)
// check: --engine symex --native-replay off -p memcleanup -p memsafety -DKEPT
// expect: status 1: memory is not freed when the program ends: a block of 4 bytes from malloc at 
// check: --engine symex --native-replay off -p memsafety -DSEVERAL
// expect: status 1: , and 2 more [valid-memtrack]
// expect: status 1: leak_places.c:86:8: note: after this, nothing points to malloc#1 any more
// native: no (all are violations)
#define _GNU_SOURCE
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

static char *text;
void *kept;


static struct node *make(int value) {
  struct node *n = malloc(sizeof *n);
  if (!n) exit(1);
  n->value = value;
  n->next = 0;
  return n;
}
static void rename_it(void) {
  char *copy = strdup("hello");
  text
    = copy;
}
static int use(int n) {
  int *row = calloc(4, sizeof *row);
  if (!row) exit(1);
  row[1] = n;
  int sum = 0;
  for (int i = 0; i < 4; i++) {
    sum += row[i];
  }
  sum++;

  return sum;
}
static int lose_by_free(void) {
  struct node *head = make(1);
  head->next = make(2);
  if (__VERIFIER_nondet_int() != 7) {
    free(head->next);
  }
  free(head);
  return 0;
}
int main(void) {
#if defined(OVERWRITTEN)
  rename_it();
  rename_it();
  free(text);
#elif defined(RETURNED)
  return use(3) == 3;
#elif defined(UNUSED)
  malloc(3);
#elif defined(KEPT)
  kept = malloc(4);
#elif defined(SEVERAL)
  struct node *head = 0;
  for (int i = 0; i < 3; i++) { struct node *n = make(i); n->next = head; head = n; }
  head = 0;
#else
  lose_by_free();
#endif
  return 0;
}
