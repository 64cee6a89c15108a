// A violation that only a value needs which C leaves open, and no machine gives.
// check: --native-replay on -p unreach-call --timeout 15 -DUNSPECIFIED
// expect: status 2: DOES NOT FAIL AS PREDICTED
// check: -p unreach-call --timeout 15 -DUNSPECIFIED --native-replay off
// expect: status 2: was not run
// check: -p unreach-call --timeout 15 -DEXTERNAL
// expect: status 1: verdict: false(unreach-call)
// check: --native-replay on -p unreach-call --timeout 15 -DALMOST_ALL
// expect: status 2: DOES NOT FAIL AS PREDICTED
// check: --native-replay on -p unreach-call --timeout 15 -DTEXT
// expect: status 2: DOES NOT FAIL AS PREDICTED
// check: -p unreach-call --timeout 15 -DINDEPENDENT --native-replay off
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 15 -DUNINITIALISED --native-replay off
// expect: status 1: verdict: false(unreach-call)
// native: no (for checking)
#include <math.h>
#include <stdio.h>
#include <string.h>
void reach_error(void) {}
extern int strange(void);
extern int __VERIFIER_nondet_int(void);

static int second(int a, int b) { return b; }
static int (*less)() = (int (*)())second;

int main(void) {
  int n = __VERIFIER_nondet_int();
#if defined(UNSPECIFIED)
  if (less(7) == 0x3a5b7c91) reach_error();
#elif defined(EXTERNAL) // the compiled program can be given that
  if (strange() == 12345) reach_error();
#elif defined(ALMOST_ALL) // all values but one, and that is it
  if (exp2(3) != 8) reach_error();
#elif defined(TEXT)
  if (strcmp(strerror(2), "No such file or directory") != 0) reach_error();
#elif defined(INDEPENDENT)
  less(n);
  if (n == 77) reach_error();
#elif defined(UNINITIALISED)
  int x;
  if (x == 9999) reach_error();
#endif
  return 0;
}
