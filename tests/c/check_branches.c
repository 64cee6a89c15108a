// Symbolic execution through the front end: a violation deep in branches, with the inputs that lead to it.
// check: --property unreach-call
// expect: status 1: inputs: 0,2,17
// check: --property unreach-call -D SAFE
// expect: status 0: verdict: true
// check: --property no-overflow -D SAFE
// expect: status 1: verdict: false(no-overflow)
// check: --property no-data-race -D SAFE
// expect: status 0: verdict: true
// native: no (it takes inputs)
int __VERIFIER_nondet_int(void);
void reach_error(void);

int main(void) {
  int a = __VERIFIER_nondet_int(), b = __VERIFIER_nondet_int(), c = __VERIFIER_nondet_int();
  int table[4] = {3, 5, 17, 9};
  if (a < 0 || a > 3 || b < 0 || b > 3) return 0;
  table[a] += 1;
#ifdef SAFE
  if (table[b] > 18) reach_error();
  return c + 1 > c;
#else
  if (b == 2 && a != b && table[b] == c) reach_error();
  return 0;
#endif
}
