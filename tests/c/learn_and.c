// What is learnt where guards are joined by && keeps each of them: the first way is safe because `mode` is 1, the second is not.
// check: --engine symex --prune interpolants --property unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D SAFE
// expect: status 0: verdict: true
// verdict: false(unreach-call) --property unreach-call
// verdict: true --property unreach-call -D SAFE
// native: no (the inputs decide)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int which = __VERIFIER_nondet_int(), in = __VERIFIER_nondet_int(), mode = 1, level = 0, noise = 0;
  if (which == 7) {
#ifdef SAFE
    mode = 5;
#else
    mode = 3;
#endif
  }
  if (in > 10 && in < 20) level = 2;
  if (__VERIFIER_nondet_int()) noise = 1;
  if (level == 2 && mode == 3 && (noise == 1 || which > 0)) reach_error();
  return 0;
}
