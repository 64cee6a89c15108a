// Values that are aligned to 16 stand at a multiple of that among variadic arguments, whatever clang passes them as.
// run:
// expect: exit 0
// verdict: true -p unreach-call
// native: yes
#include "check.h"
#include <stdarg.h>

typedef long vector __attribute__((vector_size(16)));
struct wide {
  __int128 v;
};
struct half {
  _Alignas(16) int a;
};
struct __attribute__((aligned(16))) two {
  long a, b;
};
struct real {
  _Alignas(16) double d;
};
struct mixed {
  _Alignas(16) long a;
  double d;
};
typedef struct {
  long a, b;
} pair;
struct large {
  __int128 v;
  int i;
};
union both {
  __int128 v;
  long l[2];
};
struct inside {
  int before;
  struct wide w;
};

#define NEXT(type, name) type name = va_arg(list, type)
static long sum(int kind, ...) {
  va_list list;
  va_start(list, kind);
  long result = va_arg(list, int);
  for (int round = 0; round < 3; round++) {
    long value = 0;
    if (kind == 0) {
      NEXT(struct wide, x);
      value = (long)x.v + (long)(x.v >> 64);
    } else if (kind == 1) {
      NEXT(struct half, x);
      value = x.a;
    } else if (kind == 2) {
      NEXT(struct two, x);
      value = x.a * 3 + x.b;
    } else if (kind == 3) {
      NEXT(struct real, x);
      value = (long)x.d;
    } else if (kind == 4) {
      NEXT(struct mixed, x);
      value = x.a * 3 + (long)x.d;
    } else if (kind == 5) {
      NEXT(pair, x);
      value = x.a * 3 + x.b;
    } else if (kind == 6) {
      NEXT(struct large, x);
      value = (long)x.v * 3 + x.i;
    } else if (kind == 7) {
      NEXT(union both, x);
      value = x.l[0] * 3 + x.l[1];
    } else if (kind == 8) {
      NEXT(vector, x);
      value = x[0] * 3 + x[1];
    } else {
      NEXT(long double, x);
      value = (long)x;
    }
    result = result * 10 + value;
    result = result * 10 + va_arg(list, int);
  }
  va_end(list);
  return result;
}

static struct wide wides[2] = {{5}, {6}};
static pair pairs[3] = {{1, 2}, {1, 3}, {1, 4}};
static struct two twos[2] = {{1, 2}, {1, 3}};
static struct inside holder = {1, {7}};
static struct half halves[2] = {{4}, {5}};

int main(void) {
  struct wide w = {3}, *pw = &w;
  struct half h = {4};
  struct two t = {1, 2}, *pt = &t;
  struct real r = {5.0};
  struct mixed m = {1, 3.0};
  pair p = {1, 1};
  _Alignas(16) pair aligned = {1, 2};
  _Alignas(16) int number = 7;
  struct large l = {1, 2};
  union both b = {.l = {1, 2}};
  vector v = {1, 2};
  pair locals[2] = {{1, 1}, {1, 2}};
  CHECK(sum(0, 1, w, 2, *pw, 3, (struct wide){4}, 5) == 1323345);
  CHECK(sum(0, 1, wides[0], 2, wides[1], 3, holder.w, 4) == 1526374);
  CHECK(sum(1, 1, h, 2, halves[0], number, halves[1], 5) == 1424755);
  CHECK(sum(2, 1, t, 2, *pt, 3, t, 4) == 1525354 && sum(2, 1, twos[0], 2, twos[1], 3, t, 4) == 1526354);
  CHECK(sum(3, 1, r, 2, r, 3, r, 4) == 1525354 && sum(4, 1, m, 2, m, 3, m, 4) == 1626364);
  CHECK(sum(5, 1, p, 2, aligned, 3, pairs[0], 4) == 1425354);
  CHECK(sum(5, 1, pairs[1], 2, locals[0], 3, locals[1], 4) == 1624354);
  CHECK(sum(6, 1, l, 2, l, 3, l, 4) == 1525354 && sum(7, 1, b, 2, b, 3, b, 4) == 1525354);
  CHECK(sum(8, 1, v, 2, v, 3, v, 4) == 1525354);
  CHECK(sum(9, 1, 5.0L, 2, 6.0L, 3, 7.0L, 4) == 1526374);
  return 0;
}
