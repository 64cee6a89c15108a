// A table is copied, and reflected in both directions.
// check: --property unreach-call --timeout 40 -m 64
// expect: status 0: verdict: true
// check: --property unreach-call --timeout 20 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

int a[300][200], b[300][200];

int main(void) {
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 200; j++) a[i][j] = __VERIFIER_nondet_int();
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 200; j++) b[i][j] = a[299 - i][199 - j] WRONG(+ (i == 1 && j == 0));
  for (int i = 0; i < 300; i++)
    for (int j = 0; j < 200; j++) check(b[299 - i][199 - j] == a[i][j]);
  return 0;
}
