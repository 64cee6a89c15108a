// The first example of the 2LS paper (Figure 1): copying the authority part of a URI, with the characters as inputs.
// check: --engine havoc --property assert --timeout 10
// expect: status 2: verdict: unknown
// check: --engine intervals --property assert --timeout 10
// expect: status 2: verdict: unknown
// check: --engine zones --property assert
// expect: status 0: verdict: true
// check: --engine octagons --property assert
// expect: status 0: verdict: true
// check: --engine k-induction --property assert
// expect: status 0: verdict: true
// check: --engine kiki --property assert
// expect: status 0: verdict: true
// native: no (inputs)
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);
extern void __VERIFIER_assume(int);
int main(void) {
  int uri_length = __VERIFIER_nondet_int(), authority_start = __VERIFIER_nondet_int();
  __VERIFIER_assume(0 < uri_length);
  __VERIFIER_assume(0 < authority_start && authority_start < uri_length);
  int cp = authority_start;
  while (cp != uri_length - 1) {
    if (__VERIFIER_nondet_char() == '/') break;
    assert(cp < uri_length);
    ++cp;
  }
  return 0;
}
