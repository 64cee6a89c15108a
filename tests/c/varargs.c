// Variable argument lists: integers, doubles, pointers, long long, structures, va_copy, passing on.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <stdarg.h>

struct pair {
  int a;
  long long b;
};

static int vsum(int n, va_list list) {
  int sum = 0;
  while (n-- > 0) sum += va_arg(list, int);
  return sum;
}
static int sum(int n, ...) {
  va_list list, again;
  va_start(list, n);
  va_copy(again, list);
  int first = vsum(n, list), second = vsum(n, again);
  va_end(again);
  va_end(list);
  return first == second ? first : -1;
}
static double mixed(const char *format, ...) {
  va_list list;
  va_start(list, format);
  double result = 0;
  for (; *format; format++) {
    switch (*format) {
    case 'i': result += va_arg(list, int); break;
    case 'd': result += va_arg(list, double); break;
    case 'l': result += va_arg(list, long long); break;
    case 's': result += *va_arg(list, const char *); break;
    case 'p': {
      struct pair p = va_arg(list, struct pair);
      result += p.a + p.b;
      break;
    }
    }
  }
  va_end(list);
  return result;
}

int main(void) {
  CHECK(sum(0) == 0);
  CHECK(sum(3, 1, 2, 3) == 6);
  CHECK(sum(12, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12) == 78);
  CHECK(mixed("idls", 1, 2.5, 1000000000000LL, "A") == 1000000000068.5);
  CHECK(mixed("dddddddddd", 1., 2., 3., 4., 5., 6., 7., 8., 9., 10.) == 55);
  char c = 'x';
  float f = 0.5f;
  CHECK(mixed("id", c, f) == 120.5);
  struct pair p = {3, 4};
  CHECK(mixed("ipi", 1, p, 2) == 10);
  return 0;
}
