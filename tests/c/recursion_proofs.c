// Proofs for recursion of any depth: what functions that call each other return, whatever they are called with.
// check: --engine kiki --property unreach-call
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call -D TOLD=5
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs)
extern unsigned __VERIFIER_nondet_uint(void);
extern void reach_error(void);

#ifndef TOLD
#define TOLD 10
#endif

static int level(unsigned n);

static int deeper(unsigned n) { return level(n - 1) + 1; }

static int level(unsigned n) {
  if (n == 0) return 0;
  int found = deeper(n);
  return found > 5 ? 5 : found;
}

int main(void) {
  if (level(__VERIFIER_nondet_uint()) == TOLD) reach_error();
  return 0;
}
