// A counter that wraps around on its way to zero, in steps of three.
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

int main(void) {
  number x = (number)(0 - 3ull * FAR), n = 0;
  while (x != 0) {
    x += 3;
    n++;
  }
  FAILS_IF(n == FAR + OFF);
  return 0;
}
