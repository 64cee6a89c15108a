// Accesses outside live objects, and the same accesses inside.
// run: -p memsafety --inputs 0,0
// expect: error(valid-deref) at line 68
// run: -p memsafety --inputs 1,10
// expect: error(valid-deref) at line 69
// run: -p memsafety --inputs 1,-1
// expect: error(valid-deref) at line 69
// run: -p memsafety --inputs 1,9
// expect: exit 0
// run: -p memsafety --inputs 2,4
// expect: error(valid-deref) at line 70
// run: -p memsafety --inputs 2,3
// expect: exit 0
// run: -p memsafety --inputs 3,5
// expect: error(valid-deref) at line 71
// run: -p memsafety --inputs 3,0
// expect: exit 0
// run: -p memsafety --inputs 4,0
// expect: error(valid-deref) at line 73
// run: -p memsafety --inputs 5,0
// expect: error(valid-deref) at line 74
// run: -p memsafety --inputs 6,0
// expect: error(valid-deref) at line 75
// run: -p memsafety --inputs 7,7
// expect: error(valid-deref) at line 76
// run: -p memsafety --inputs 7,6
// expect: exit 0
// run: -p memsafety --inputs 8,2
// expect: error(valid-deref) at line 77
// run: -p memsafety --inputs 8,1
// expect: exit 0
// run: -p memsafety --inputs 9,5
// expect: error(valid-deref) at line 78
// run: -p memsafety --inputs 9,4
// expect: exit 0
// run: -p memsafety --inputs 10,0
// expect: error(valid-deref) at line 79
// run: -p valid-deref --inputs 0,0 -m 32
// expect: error(valid-deref) at line 68
// run: -p unreach-call --inputs 1,10
// expect: undefined
// run: -p memsafety --inputs 11,1000000
// expect: error(valid-deref) at line 80
// run: -p memsafety --inputs 12,3
// expect: error(valid-deref) at line 81
// run: -p memsafety --inputs 12,0
// expect: exit 0
// native: no (most runs are violations)
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

static int global[10];
static char text[] = "hello";
struct s {
  int a;
  char b[2];
};
static int *dead(void) {
  int local = 5;
  int *p = &local;
  return p;
}

int main(void) {
  int which = __VERIFIER_nondet_int(), i = __VERIFIER_nondet_int(), local[4] = {0}, *p = 0;
  struct s *s = malloc(sizeof(struct s));
  if (which == 0) local[0] = *p;
  if (which == 1) global[i] = 1;
  if (which == 2) local[i] = global[2];
  if (which == 3) s->a = ((int *)s)[i] = 1;
  if (which == 4) free(s);
  if (which == 4) s->a = 1;
  if (which == 5) global[0] = *dead();
  if (which == 6) *(char *)"constant" = 'x';
  if (which == 7) memset(text, 'a', i);
  if (which == 8) memcpy(s->b, text, i * 4 - 2);
  if (which == 9) text[0] = text[i + 1];
  if (which == 10) global[0] = *(int *)12345678;
  if (which == 11) global[0] = local[i];
  if (which == 12) global[0] = *(int *)((char *)local + 10 + i);
  free(s);
  return 0;
}
