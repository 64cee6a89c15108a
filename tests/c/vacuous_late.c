// A check that nothing comes to is told of behind loops with too many paths, too, and not where a few inputs come to it.
// check: -p assert -D NEVER
// expect: status 0: vacuous: no execution comes to any check
// check: -p assert -D FEW
// expect: status 0: verdict: true
// expect: no: vacuous
// check: -p memsafety -D MODEL
// expect: status 0: vacuous: no execution comes to
// expect: no: (unknown)
// native: no (inputs)
#include <assert.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);

#ifdef FEW
int main(void) {
  unsigned x = __VERIFIER_nondet_uint();
  __VERIFIER_assume(x * 2654435761u == 12345u);
  assert(x != 0);
}
#else
int main(void) {
  int n = __VERIFIER_nondet_int(), s = 0;
  __VERIFIER_assume(n >= 0 && n <= 1000);
  for (int i = 0; i < n; i++) s += __VERIFIER_nondet_int() & 7;
  for (int i = 0; i < n; i++) s ^= __VERIFIER_nondet_int() & 15;
  __VERIFIER_assume(n > 1000);
#ifdef MODEL
  char a[4] = {0}, b[8] = {0};
  memcpy(a, b, (unsigned)s);
  return a[0];
#else
  assert(s >= 0);
#endif
}
#endif
