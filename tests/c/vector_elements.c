// Elements of vectors chosen at run time, divisions, saturation.
// run: --inputs 5
// expect: exit 0
// check: -p assert
// expect: status 0: verdict: true
// check: -p valid-deref -D OUTSIDE
// expect: status 1: verdict: false(valid-deref)
// native: yes
#include <assert.h>
typedef int v4 __attribute__((vector_size(16)));
typedef short s8 __attribute__((vector_size(16)));
extern int __VERIFIER_nondet_int(void);
int main(void) {
  v4 x = {1, 2, 3, 4}, y = {2, 2, 3, 8};
  int i = __VERIFIER_nondet_int();
#ifndef OUTSIDE
  i &= 3;
#endif
  assert(x[i] == i + 1);
  x[i] = 9;
  assert(x[i] == 9 && x[(i + 1) & 3] == ((i + 1) & 3) + 1);
  v4 q = (v4){6, 7, 9, 16} / y, r = (v4){6, 7, 9, 17} % y;
  assert(q[0] == 3 && q[1] == 3 && q[2] == 3 && q[3] == 2 && r[1] == 1 && r[3] == 1);
  s8 a = {32767, -32768, 5}, b = {1, -1, -7};
  s8 s = __builtin_elementwise_add_sat(a, b), m = __builtin_elementwise_max(a, b);
  assert(s[0] == 32767 && s[1] == -32768 && s[2] == -2 && m[1] == -1 && m[2] == 5);
  return 0;
}
