// Static locals keep their values; static functions and variables of one file; recursion with statics.
// run:
// expect: exit 0
// native: yes
#include "check.h"

static int counter(void) {
  static int n = 10;
  static int calls;
  calls++;
  n += calls;
  return n;
}
static int *shared(void) {
  static int value = 5;
  return &value;
}
static int depth(int n) {
  static int deepest;
  int here = n;
  if (n > deepest) deepest = n;
  if (n < 4) depth(n + 1);
  return deepest * 10 + here;
}
int tentative;
int tentative;
extern int tentative;
static long zeroed[100];

int main(void) {
  CHECK(counter() == 11 && counter() == 13 && counter() == 16);
  *shared() += 2;
  CHECK(*shared() == 7);
  CHECK(depth(1) == 41);
  CHECK(tentative == 0 && zeroed[99] == 0);
  {
    static int inner = 1;
    CHECK(inner++ == 1);
  }
  int tentative = 3;
  {
    extern int tentative;
    tentative = 8;
  }
  CHECK(tentative == 3);
  return 0;
}
