// Recursion: linear, tree, mutual, through pointers, deep.
// run:
// expect: exit 0
// native: yes
#include "check.h"

static int fib(int n) { return n < 2 ? n : fib(n - 1) + fib(n - 2); }
static int ackermann(int m, int n) {
  return m == 0 ? n + 1 : n == 0 ? ackermann(m - 1, 1) : ackermann(m - 1, ackermann(m, n - 1));
}
static int odd(unsigned n);
static int even(unsigned n) { return n == 0 || odd(n - 1); }
static int odd(unsigned n) { return n != 0 && even(n - 1); }
static int depth(int n) { return n == 0 ? 0 : 1 + depth(n - 1); }
static int apply(int (*f)(int), int n) { return n ? apply(f, n - 1) + f(n) : 0; }
static void hanoi(int n, int from, int to, int *moves) {
  if (n == 0) return;
  hanoi(n - 1, from, 6 - from - to, moves);
  ++*moves;
  hanoi(n - 1, 6 - from - to, to, moves);
}

int main(void) {
  CHECK(fib(15) == 610);
  CHECK(ackermann(2, 3) == 9);
  CHECK(even(100) && !even(7));
  CHECK(depth(20000) == 20000);
  CHECK(apply(fib, 8) == 54);
  int moves = 0;
  hanoi(8, 1, 3, &moves);
  CHECK(moves == 255);
  return 0;
}
