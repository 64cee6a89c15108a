// An iteration takes an input, and a few thousand of them have to be right.
// check: --engine far -p unreach-call --native-replay off -q -D BITS=8
// expect: status 1: verdict: false(unreach-call)
// check: --engine far -p unreach-call --native-replay off -q --limit kiki.jumpWork=100 --timeout 5 -D BITS=8 -D OFF=1
// expect: no: verdict: false
// check: --engine far -p unreach-call --native-replay off -q -D BITS=16
// expect: status 1: verdict: false(unreach-call)
// check: --engine far -p unreach-call --native-replay off -q --limit kiki.jumpWork=100 --timeout 5 -D BITS=16 -D OFF=1
// expect: no: verdict: false
// check: --engine far -p unreach-call --native-replay off -q -D BITS=32
// expect: status 1: verdict: false(unreach-call)
// check: --engine far -p unreach-call --native-replay off -q --limit kiki.jumpWork=100 --timeout 5 -D BITS=32 -D OFF=1
// expect: no: verdict: false
// check: --engine far -p unreach-call --native-replay off -q -D BITS=64
// expect: status 1: verdict: false(unreach-call)
// check: --engine far -p unreach-call --native-replay off -q --limit kiki.jumpWork=100 --timeout 5 -D BITS=64 -D OFF=1
// expect: no: verdict: false
// native: no (it would count in vain)
#include "far.h"
#define ROUNDS (FAR / 1000 + 3)

int main(void) {
  number x = 0;
  while (x < ROUNDS && __VERIFIER_nondet_int() > 5) x++;
  FAILS_IF(x == ROUNDS + OFF);
  return 0;
}
