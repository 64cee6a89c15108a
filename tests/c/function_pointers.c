// Calls through pointers: tables, callbacks, members, results, casts.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"

typedef int (*operation)(int, int);
static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static const operation table[] = {add, sub, mul};
static operation pick(char c) { return c == '+' ? add : c == '-' ? sub : mul; }
static int fold(operation f, const int *items, int n, int start) {
  for (int i = 0; i < n; i++) start = f(start, items[i]);
  return start;
}
struct shape {
  double (*area)(const struct shape *);
  double size;
};
static double square(const struct shape *s) { return s->size * s->size; }
static double line(const struct shape *s) { return 0 * s->size; }
static int called;
static void bump(void) { called++; }
static void twice(void (*f)(void)) {
  f();
  (*f)();
}

int main(void) {
  CHECK(table[0](7, 2) == 9 && table[1](7, 2) == 5 && (*table[2])(7, 2) == 14);
  CHECK(pick('+') == add && pick('-') != add && pick('*')(3, 4) == 12);
  int items[] = {1, 2, 3, 4};
  CHECK(fold(add, items, 4, 0) == 10 && fold(mul, items, 4, 1) == 24);
  struct shape shapes[] = {{square, 3}, {line, 5}};
  CHECK(shapes[0].area(&shapes[0]) == 9 && shapes[1].area(&shapes[1]) == 0);
  twice(bump);
  CHECK(called == 2);
  void *hidden = (void *)sub;
  CHECK(((operation)hidden)(1, 2) == -1);
  operation f = 0;
  CHECK(!f);
  f = &mul;
  CHECK(f && f(6, 7) == 42);
  return 0;
}
