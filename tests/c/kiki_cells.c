// A loop over what pointers point to: the bound of *p is one of x, whatever the number of iterations.
// check: --engine kiki --property unreach-call
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call -D WRONG
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

static void raise(int* p, int by) { *p += by; }

int main(void) {
  int x = 0, y = 0;
  int* p = __VERIFIER_nondet_int() ? &x : &y;
  while (x < 1000000 && y < 1000000) {
    raise(p, 1);
    raise(&y, x == y ? 0 : 1);
    if (__VERIFIER_nondet_int()) break;
  }
#ifdef WRONG
  if (y == 5) reach_error();
#endif
  if (x < 0 || x > 1000000) reach_error();
  return 0;
}
