// Where no engine decides: what each says, what is open, what stops them and where, and what helps.
// check: --timeout 2 --native-replay off -D CASE=0
// expect: status 2: unknown_reasons.c:28:32: note: what helps: formulas are hard for the solver
// expect: status 2: note: kiki: 
// expect: status 2: note: symex: timeout
// expect: status 2: note: open: assertion fails: a * b != 1000000016000000063ull [assert]
// check: --timeout 2 --native-replay off -D CASE=1
// expect: status 2: unknown_reasons.c:32:3: note: what helps: a smaller bound than 2000 here
// expect: status 2: note: what helps: there are many paths
// expect: status 2: note: no violation within 
// check: --timeout 2 --engine symex -D CASE=3
// expect: status 2: paths part most often at 
// check: --native-replay off -D CASE=2
// expect: status 2: unknown_reasons.c:44:12: note: what helps: something is not modelled
// expect: status 2: note: symex: unsupported: mmap
// verdict: unknown (each case is to stay open)
// native: no (the case is given on the command line)
#include <assert.h>
#include <sys/mman.h>
extern unsigned __VERIFIER_nondet_uint(void);
extern void __VERIFIER_assume(int);


int main(void) {
#if CASE == 0
  unsigned long long a = __VERIFIER_nondet_uint(), b = __VERIFIER_nondet_uint();

  if (a > 1 && b > 1 && a < b) assert(a * b != 1000000016000000063ull);
#elif CASE == 1
  unsigned n = __VERIFIER_nondet_uint();
  unsigned s = 0, q = 0;
  __VERIFIER_assume(n <= 2000);
  for (unsigned i = 0; i < n; i++) {
    unsigned x = __VERIFIER_nondet_uint() % 7;
    if (x & 1) s += x * x;
    else q ^= s * x + 1;
  }
  assert(s != 123457 || q != 77);
#elif CASE == 3
  unsigned s = 0;
  for (unsigned i = 0; i < 2000; i++) s = __VERIFIER_nondet_uint() ? 2 * s + i : 3 * s;
  assert(s != 123457);
#else
  int* p = mmap(0, 8, PROT_READ, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  if (p == MAP_FAILED) return 1;
  assert(*p != 3);
#endif
  return 0;
}
