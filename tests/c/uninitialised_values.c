// Values that were never written: what depends on them is found, with the variable and its line; copies, bits of a member and
// padding that nobody looks at are no uses; what is written on every way that leads there is proved.
// check: --property uninit -D CASE=1
// expect: status 1: error: the result depends on 'r' (line 52), to which nothing was written [uninit]
// check: --property uninit -D CASE=2
// expect: status 1: error: a branch depends on 'r' (line 54), to which nothing was written [uninit]
// check: --property uninit -D CASE=3
// expect: status 1: error: the result depends on 's' (line 56), to which nothing was written [uninit]
// check: --property uninit -D CASE=4
// expect: status 1: error: the result depends on 'b' (line 58), to which nothing was written [uninit]
// check: --property uninit -D CASE=5
// expect: status 1: error: the result depends on 'a' (line 60), to which nothing was written [uninit]
// check: --property uninit -D CASE=6
// expect: status 1: error: an address depends on 'p' (line 62), to which nothing was written [uninit]
// check: --property uninit -D CASE=7
// expect: status 1: error: what is shown depends on 'v' (line 64), to which nothing was written [uninit]
// check: --property uninit -D CASE=8
// expect: status 1: error: the result depends on 's' (line 66), to which nothing was written [uninit]
// check: --property uninit -D CASE=9
// expect: status 1: error: an argument of 'abs' depends on 'v' (line 68), to which nothing was written [uninit]
// check: --property uninit -D CASE=21
// expect: status 0
// check: --property uninit -D CASE=22
// expect: status 0
// check: --property uninit -D CASE=23
// expect: status 0
// check: --property uninit -D CASE=24
// expect: status 0
// check: --property uninit -D CASE=25
// expect: status 0
// check: --property uninit -D CASE=26
// expect: status 0
// check: --property uninit -D CASE=27
// expect: status 0
// check: --property uninit -D CASE=28
// expect: status 0
// check: -D CASE=1
// expect: status 1: [uninit]
// check: --property memsafety -D CASE=1
// expect: status 0
// native: no (the compiled program does not notice)
#include <stdio.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
struct bits { unsigned a : 3, b : 5; int rest; };
struct pair { int x, y; };
struct padded { int a; char b; };
int take(struct padded p) { return p.a + p.b; }
struct padded give(int a) { struct padded s; s.a = a; s.b = 3; return s; }
static int checked(int c) {
#if CASE == 1
  int r; if (c > 0) r = 1; return r;
#elif CASE == 2
  int r; if (c > 3) r = 5; if (c > 2 && r > 2) return 1; return 0;
#elif CASE == 3
  struct bits s; s.a = 1; return s.b;
#elif CASE == 4
  struct pair a, b; a.x = 1; b = a; return b.y;
#elif CASE == 5
  int a[4]; for (int i = 0; i < c && i < 4; i++) a[i] = 1; return a[2];
#elif CASE == 6
  int *p; int v = 3; if (c) p = &v; return *p;
#elif CASE == 7
  int v; if (c) v = 3; printf("%d", v); return 0;
#elif CASE == 8
  int s = 0; for (int i = 0; i < c && i < 5; i++) { int t; if (i == 0) t = 1; s ^= t; } return s;
#elif CASE == 9
  int v; if (c) v = 3; return abs(v);
#elif CASE == 21
  int r; if (c > 0) r = 1; else r = 2; return r;
#elif CASE == 22
  int r; if (c > 3) r = 5; return c > 3 && r > 2;
#elif CASE == 23
  struct bits s; s.a = 1; return s.a;
#elif CASE == 24
  struct pair a, b; a.x = 1; b = a; return b.x;
#elif CASE == 25
  int a[4]; for (int i = 0; i < c && i < 4; i++) a[i] = 1; return c > 2 ? a[2] : 0;
#elif CASE == 26
  int v, w; if (c) v = 3; w = v; return c;
#elif CASE == 27
  int last; for (int i = 0; i < c && i < 9; i++) last = i; return c > 0 ? last : 0;
#elif CASE == 28
  struct padded s; s.a = 1; s.b = 2; return take(s) + give(1).a;
#endif
}
int main(void) {
  int c = __VERIFIER_nondet_int();
  return checked(c) ? 1 : 0;
}
