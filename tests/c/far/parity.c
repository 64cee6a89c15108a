// A flag that is turned over each time.
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
  number x = 0, flag = 1;
  while (x < FAR) {
    flag = (number)(1 - flag);
    x++;
  }
  FAILS_IF(x == FAR && flag == (number)(1 - OFF));
  return 0;
}
