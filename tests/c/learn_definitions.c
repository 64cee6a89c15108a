// Guards that say what a variable is equal to: what is needed of the variable behind them is needed of the other side before
// them, be that a number that a state knows, an element's index, another input, or the variable itself.
// check: --engine symex --prune interpolants --property unreach-call -D VALUE=5
// expect: status 0: verdict: true
// check: --engine symex --prune interpolants --property unreach-call -D VALUE=6
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D VALUE=6 --search dfs
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D ELEMENT=3
// expect: status 0: verdict: true
// check: --engine symex --prune interpolants --property unreach-call -D ELEMENT=4
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D ELEMENT=4 --search dfs
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D INPUTS=10
// expect: status 0: verdict: true
// check: --engine symex --prune interpolants --property unreach-call -D INPUTS=11
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D INPUTS=11 --search dfs
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D ITSELF=0x80000002
// expect: status 0: verdict: true
// check: --engine symex --prune interpolants --property unreach-call -D ITSELF=2
// expect: status 1: verdict: false(unreach-call)
// verdict: true --property unreach-call -D VALUE=5
// verdict: false(unreach-call) --property unreach-call -D VALUE=6
// native: no (the inputs decide)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = __VERIFIER_nondet_int(), y = __VERIFIER_nondet_int(), k = 1, d = 0;
#ifdef VALUE
  if (!__VERIFIER_nondet_int()) k = VALUE;
  if (x == k) d = x;
  if (d > 5) reach_error();
#endif
#ifdef ELEMENT
  int table[6] = {1, 2, 1, 3, 9, 1};
  if (!__VERIFIER_nondet_int()) k = ELEMENT;
  if (k == x) d = table[x];
  if (d > 3) reach_error();
#endif
#ifdef INPUTS
  if (__VERIFIER_nondet_int()) {
    if (x > 10) return 0;
  } else {
    if (x > INPUTS) return 0;
    k = 2;
  }
  if (x == y) d = y; // what is known of x is known of y
  if (d > 10) reach_error();
#endif
#ifdef ITSELF
  unsigned u = (unsigned)x;
  if (u == 3 * u - 4) d = 1; // 2 and 2 + 2^31
  if (d && u != 2 && u != ITSELF) reach_error();
#endif
  return 0;
}
