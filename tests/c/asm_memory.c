// Assembly that says it writes memory may do so, whatever it consists of: nothing is proved that lies behind it. What goes
// wrong all the same is found.
// check: -p assert --timeout 10 -DOUTPUT
// expect: status 2: inline assembly that may change memory
// check: -p assert --timeout 10 -DOUTPUT --engine symex
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DOUTPUT --engine kiki
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DBOTH
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DMEMBER
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DSEVERAL
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DNOT_VOLATILE
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DCLOBBER
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DCLOBBER_OF_GLOBAL
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DCLOBBER_OF_NOP
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DJUMP
// expect: status 2: verdict: unknown
// check: -p assert --timeout 10 -DOUTSIDE
// expect: status 2: assembly outside of functions
// check: --native-replay on -p assert --timeout 20 -DCLOBBER -DWRONG
// expect: status 1: verdict: false(assert)
// verdict: unknown (assembly may change memory)
// native: no (a compiler may drop stores)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
struct pair {
  int a, b;
};
int global = 5;

#ifdef OUTSIDE
__asm__(".globl strange\nstrange: ret");
#endif

int main(void) {
  int x = 5, r = 0, *p = &x;
  struct pair s = {5, 6};
#if defined(OUTPUT)
  __asm__ volatile("" : "=m"(x));
#elif defined(BOTH)
  __asm__ volatile("" : "+m"(*p));
#elif defined(MEMBER)
  __asm__ volatile("" : "=m"(s.b) : "r"(x));
#elif defined(SEVERAL)
  __asm__ volatile("" : "=m"(s), "+r"(r));
#elif defined(NOT_VOLATILE)
  __asm__("" : "=m"(x), "=r"(r) : "1"(r));
#elif defined(CLOBBER)
  __asm__ volatile("" ::: "memory");
#elif defined(CLOBBER_OF_GLOBAL)
  __asm__ volatile("" : : "r"(&global) : "memory");
#elif defined(CLOBBER_OF_NOP)
  __asm__("nop" : "+r"(r) : : "cc", "memory");
#elif defined(JUMP)
  __asm__ goto("" : : : : away);
#endif
#ifdef WRONG
  assert(__VERIFIER_nondet_int() != 7);
#endif
  assert(x == 5 && s.a == 5 && s.b == 6 && global == 5 && r == 0 && *p == 5);
  return 0;
away:
  return 1;
}
