// C that compilers once accepted.
// run: -std=gnu89
// expect: exit 0
// run:
// expect: exit 0
// native: no (the compiler rejects it today)
#include "check.h"

static add(a, b) int a, b;
{ return a + b; }
static takes_int(int x) { return x; }
static void *pointer;
int (*mismatch)(char *, int);
static int real(int *p, int x) { return *p + x; }

int main() {
  int n = 4;
  int address;
  const char *text = 65;
  int *p = &n;
  mismatch = real;
  CHECK(add(3, 4) == 7);
  CHECK(mismatch(p, 1) == 5);
  unsigned long *q = p;
  CHECK((int *)q == p);
  text = 0;
  CHECK(later(2) == 6);
  CHECK(takes_int(3) == 3);
  return 0;
}
later(x) int x;
{ return 3 * x; }
