// Constant locals must not be written, however a program comes to their address. A member that is declared const does not make
// an object constant.
// check: -p valid-deref --timeout 20 -DSCALAR
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DSCALAR --engine symex
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DSCALAR --engine kiki
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DDIRECT
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DARRAY
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DARRAY -m 32
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DSTRUCT
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DPARAMETER
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DSTRUCT_PARAMETER
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DLITERAL
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DLOOP
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DCALL
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DCOPY
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DFILL
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DFOUND
// expect: status 1: verdict: false(valid-deref)
// check: -p valid-deref --timeout 20 -DSTRING
// expect: status 1: verdict: false(valid-deref)
// check: -p unreach-call --timeout 20 -DSCALAR
// expect: status 2: verdict: unknown
// check: -p valid-deref --timeout 1 -DRECURSION
// expect: status 2: verdict: unknown
// check: -p valid-deref --timeout 20
// expect: status 0: verdict: true
// check: -p valid-deref --timeout 20 -m 32
// expect: status 0: verdict: true
// check: -p valid-deref --timeout 20 --engine symex
// expect: status 0: verdict: true
// native: no (nothing happens)
#include <string.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a;
  int b[3];
};
struct partly {
  const int fixed;
  int free;
};
void reach_error(void) {}
static void set(const int *p, int value) { *(int *)p = value; }
static int get(const int *p) { return *p; }
static int scribble(const int x) {
  *(int *)&x = 4;
  return x;
}
static int scribbleOn(const struct pair p) {
  ((struct pair *)&p)->b[1] = 4;
  return p.a;
}
static int again(int n, const int *outer) {
  const int x = n;
  if (n > 0) return again(n - 1, &x);
  const int seen = get(&x);
  set(outer, 3);
  return seen;
}

int main(void) {
  int y = __VERIFIER_nondet_int(), plain = 1;
#if defined(SCALAR)
  const int x = 5;
  int *p = (int *)&x;
  if (y == 3) *p = y;
  return x == 3;
#elif defined(DIRECT)
  const int x = 5;
  if (y == 3) *(int *)&x = y;
#elif defined(ARRAY)
  const int a[3] = {y, 2, 3};
  if (y == 3) ((int *)a)[1] = y;
#elif defined(STRUCT)
  const struct pair s = {1, {2, 3, y}};
  int *p = (int *)&s.b[1];
  if (y == 3) p[1] = y;
#elif defined(PARAMETER)
  return scribble(y);
#elif defined(STRUCT_PARAMETER)
  struct pair s = {1, {2, 3, y}};
  return scribbleOn(s);
#elif defined(LITERAL)
  int *p = (int *)&(const int){1};
  if (y == 3) *p = y;
#elif defined(LOOP)
  for (int i = 0; i < 3; i++) {
    const int x = i;
    if (get(&x) == 2) set(&x, 7);
  }
#elif defined(CALL)
  const int x = y;
  set(&plain, 2);
  if (y == 3) set(&x, 2);
#elif defined(COPY)
  const struct pair s = {1};
  if (y == 3) memcpy((void *)&s, &plain, sizeof plain);
#elif defined(FILL)
  const char text[8] = "text";
  if (y == 3) memset((void *)(text + 2), 0, 1);
#elif defined(FOUND)
  const char text[8] = "text";
  char *p = strchr(text, 'x');
  if (y == 3) *p = 's';
#elif defined(STRING)
  char *p = "text";
  if (y == 3) p[1] = 's';
#elif defined(RECURSION)
  return again(1, &plain);
#else
  const int x = y;
  const int a[3] = {y, 2, 3};
  struct partly s = {1, 2};
  for (int i = 0; i < 3; i++) {
    const int inner = i;
    const char text[4] = "abc";
    char *found = strchr(text, 'b');
    plain += get(&inner) + get(&a[i]) + *found;
  }
  set(&plain, 2);
  set(&s.free, 3);
  *(int *)&s.fixed = 3;
  int *p = (int *)&x;
  memset(p, 0, 0);
  return get(&x) + *p;
#endif
  return 0;
}
