// An error function that nobody defines may return, whatever its declaration says.
// check: --property termination --timeout 5 -D BEHIND
// expect: status 0: verdict: true
// check: --property termination --timeout 3 -D ALWAYS
// expect: status 2
// native: no (it may not end)
extern void __VERIFIER_error(void) __attribute__((__noreturn__));
extern int __VERIFIER_nondet_int(void);
static void check(int holds) {
  if (!holds) __VERIFIER_error();
}
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef BEHIND
  for (int i = 0; i < n; i++) check(i != 7);
#else
  for (unsigned i = 0; i != 10; i = (i + 2) % 7 * 2 % 8) check(i != 4);
#endif
  return 0;
}
