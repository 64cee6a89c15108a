// Nothing is proved as long as something that is not modelled may be reached, wherever it stands; and it is in nobody's way
// if it is not reached.
// check: -p unreach-call --timeout 2 -DAHEAD
// expect: status 2: verdict: unknown
// check: -p unreach-call --timeout 3 -DBRANCH
// expect: status 2: verdict: unknown
// check: -p unreach-call --timeout 3 -DAFTER
// expect: status 2: verdict: unknown
// check: -p unreach-call --timeout 3 -DLOOP
// expect: status 2: verdict: unknown
// check: -p unreach-call --timeout 3 -DPOINTER
// expect: status 2: verdict: unknown
// check: -p unreach-call --timeout 3 -DRECURSION
// expect: status 2: verdict: unknown
// check: -p unreach-call --timeout 15 -DEXCLUDED --verbose
// expect: status 0: obstacles: 1, 1 excluded
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 15 -DEXCLUDED --engine symex
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 15 -DEXCLUDED --engine kiki
// expect: status 0: verdict: true
// native: no (not modelled)
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);

static void check(int ok) {
  if (!ok) reach_error();
}

static int strange(void) {
  int x;
  __asm__ volatile("syscall; movl %1, %0" : "=r"(x) : "r"(5) : "memory");
  return x;
}

static int plain(void) { return 5; }

static int down(int n) { return n == 0 ? strange() : down(n - 1); }

int main(void) {
  check(1);
#if defined(AHEAD) // the only other check is behind it, and everybody is busy before
  unsigned s = 1;
  for (unsigned i = 0; i < 60000000u; ++i) s = s * 1103515245u + 12345u;
  if (s != 0) check(strange() != 5);
#elif defined(BRANCH)
  if (__VERIFIER_nondet_int())
    strange();
  else
    check(plain() == 5);
#elif defined(AFTER)
  check(plain() == 5);
  strange();
#elif defined(LOOP)
  for (int i = 0; i < 10; ++i)
    if (i == 7)
      strange();
    else
      check(i != 7);
#elif defined(POINTER)
  int (*f)(void) = __VERIFIER_nondet_int() ? strange : plain;
  check(f() == 5);
#elif defined(RECURSION)
  check(down(3) == 5);
#elif defined(EXCLUDED)
  int i = 0;
  while (__VERIFIER_nondet_int()) {
    if (i > 5) strange();
    check(i <= 5);
    i = i == 5 ? 0 : i + 1;
  }
#endif
  return 0;
}
