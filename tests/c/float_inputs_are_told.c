// Floats are told as floats, and as 'assay run --inputs' takes them.
// check: -p unreach-call --native-replay off
// expect: status 1: note: inputs: 1.5,-0.25
// run: -p unreach-call --inputs 1.5,-0.25
// expect: error(unreach-call)
// native: no (it is a violation)
extern double __VERIFIER_nondet_double(void);
extern float __VERIFIER_nondet_float(void);
extern void reach_error(void);
int main(void) {
  if (__VERIFIER_nondet_double() == 1.5 && __VERIFIER_nondet_float() == -0.25f) reach_error();
  return 0;
}
