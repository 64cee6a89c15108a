// Pointers: arithmetic, comparison, bytes of objects, pointers to arrays, to pointers, as integers.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <stdint.h>
#include <stddef.h>

static void swap(int **a, int **b) {
  int *t = *a;
  *a = *b;
  *b = t;
}
static int sum(int (*rows)[3], int n) {
  int s = 0;
  for (int i = 0; i < n; i++)
    for (int j = 0; j < 3; j++) s += rows[i][j];
  return s;
}

int main(void) {
  int a[10];
  for (int i = 0; i < 10; i++) a[i] = i;
  int *p = a, *end = a + 10;
  CHECK(end - p == 10 && p < end && end >= p && p != end);
  CHECK(*(p + 3) == 3 && p[4] == 4 && 5 [p] == 5 && *++p == 1 && *p++ == 1 && p == &a[2]);
  int count = 0;
  for (int *q = a; q != end; ++q) count += *q;
  CHECK(count == 45);
  int x = 1, y = 2, *px = &x, *py = &y;
  swap(&px, &py);
  CHECK(*px == 2 && py == &x && px != py);
  int m[2][3] = {{1, 2, 3}, {4, 5, 6}};
  CHECK(sum(m, 2) == 21 && *(*(m + 1) + 2) == 6);
  char *bytes = (char *)&m[1][0];
  CHECK(bytes[0] == 4 && bytes - (char *)m == 12);
  bytes[1] = 1;
  CHECK(m[1][0] == 260);
  void *v = &x;
  CHECK(*(int *)v == 1);
  uintptr_t number = (uintptr_t)v;
  CHECK((int *)number == &x && *(int *)(number + 0) == 1);
  number ^= 0x55;
  number ^= 0x55;
  CHECK(*(int *)number == 1);
  CHECK((void *)0 == NULL && !(char *)0 && v);
  int *null = 0;
  CHECK(null == NULL && !null);
  const char *text = "hello";
  CHECK(text[4] == 'o' && *(text + 5) == 0 && "abc"[1] == 'b');
  int **table[2] = {&px, &py};
  ***table = 9;
  CHECK(y == 9 && **table[1] == 1);
  struct node {
    struct node *next;
    int value;
  } c = {0, 3}, b = {&c, 2}, head = {&b, 1};
  int total = 0;
  for (struct node *n = &head; n; n = n->next) total += n->value;
  CHECK(total == 6);
  ptrdiff_t difference = &a[2] - &a[7];
  CHECK(difference == -5);
  CHECK((uintptr_t)&a[3] - (uintptr_t)&a[1] == 2 * sizeof(int));
  CHECK(((uintptr_t)&a[0] & 3) == 0);
  return 0;
}
