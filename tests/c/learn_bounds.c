// Bounds that are learnt from sums, up to where they wrap around: 100 steps of 1 or 2 are safe from 0, and from 1 they are not.
// check: --engine symex --prune interpolants --property unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D BOUND=201
// expect: status 0: verdict: true
// check: --engine symex --prune interpolants --property unreach-call -D WRAP -D BOUND=255
// expect: status 1: verdict: false(unreach-call)
// verdict: false(unreach-call) --property unreach-call
// verdict: true --property unreach-call -D BOUND=201
// native: no (the inputs decide)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef BOUND
#define BOUND 200
#endif

int main(void) {
#ifdef WRAP
  unsigned char s = 0, first = 0;
#else
  int s = 0;
#endif
  if (__VERIFIER_nondet_int()) s = 1;
  for (int i = 0; i < 100; i++) {
    if (__VERIFIER_nondet_int() > 0)
      s += 1;
    else
      s += 2;
  }
#ifdef WRAP
  for (int i = 0; i < 30; i++) {
    if (__VERIFIER_nondet_int() > 0) s += 2;
  }
  if (s < 100) reach_error(); // 201 and 60 are 5
#endif
  if (s > BOUND) reach_error();
  return 0;
}
