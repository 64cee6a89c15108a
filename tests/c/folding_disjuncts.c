// Invariants of several disjuncts, whose equations stand nowhere in the program: each phase of a loop has its own.
// check: --property assert --engine bself --timeout 60 -D TWO_RATES=100
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 60 -D THREE_RATES
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 60 -D SMALLER_OF_TWO
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 60 -D SWITCHED_ONCE
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 60 -D STEPS=2
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 60 -D RATE_OF_INPUT
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 60 -D TWO_TARIFFS=0
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 60 -D OVERTIME=0
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 60 -D UNTIL_THE_GOAL=0
// expect: status 0: verdict: true
// check: --property assert --engine bself --timeout 60 -D PAUSED=0
// expect: status 0: verdict: true
// check: --property assert --engine bse --timeout 1 -D TWO_RATES=100
// expect: status 2: verdict: unknown
// native: no (inputs)
// What is almost the same is not proved.
// check: --property assert --engine symex --timeout 60 -D TWO_RATES=101
// expect: status 1: verdict: false(assert)
// verdict: false(assert) --property assert -D TWO_RATES=101
// check: --property assert --engine bself --timeout 2 -D STEPS=3
// expect: status 2: verdict: unknown
// verdict: false(assert) --property assert -D TWO_TARIFFS=1
// verdict: false(assert) --property assert -D OVERTIME=1
// verdict: false(assert) --property assert -D UNTIL_THE_GOAL=1
// verdict: false(assert) --property assert -D PAUSED=1
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int n = __VERIFIER_nondet_int();
#ifdef TWO_RATES
  if (n < 100 || n > 1000000) return 0;
  int x = 0;
  for (int i = 0; i < n; ++i) x += i < 50 ? 3 : 5;
  assert(x == 5 * n - TWO_RATES);
#elif defined(THREE_RATES)
  if (n < 1000 || n > 1000000) return 0;
  int x = 0, i = 0;
  while (i < n) {
    if (i < 20)
      x += 3;
    else if (i < 50)
      x -= 1;
    else
      x += 2;
    ++i;
  }
  assert(x == 2 * n - 70);
#elif defined(SMALLER_OF_TWO)
  int m = __VERIFIER_nondet_int();
  if (m < 0 || m > n || n > 1000000) return 0;
  int x = 0;
  for (int i = 0; i < n; ++i)
    if (i < m) x += 3;
  assert(x == 3 * m);
#elif defined(SWITCHED_ONCE)
  int on = 0, x = 0, y = 0;
  while (__VERIFIER_nondet_int()) {
    if (!on && __VERIFIER_nondet_int()) {
      on = 1;
      y = x;
    }
    if (x < 1000000) {
      x += 2;
      y += on ? 2 : -3;
    }
  }
  if (on) assert(x == y);
#elif defined(RATE_OF_INPUT)
  int fast = __VERIFIER_nondet_int();
  if (n < 0 || n > 1000000) return 0;
  int x = 0;
  for (int i = 0; i < n; ++i) x += fast ? 7 : 4;
  assert(x == (fast ? 7 * n : 4 * n));
#elif defined(TWO_TARIFFS)
  int quota = __VERIFIER_nondet_int();
  if (quota < 0 || n < 0 || quota > 100000 || n > 100000) return 0;
  int cost = 0;
  for (int i = 0; i < n; ++i) cost += i < quota + TWO_TARIFFS ? 7 : 5;
  if (n <= quota)
    assert(cost == 7 * n);
  else
    assert(cost == 5 * n + 2 * quota);
#elif defined(OVERTIME)
  int hours = __VERIFIER_nondet_int();
  if (hours < 0 || hours > n || n > 100000) return 0;
  int pay = OVERTIME;
  for (int i = 0; i < n; ++i) pay += i < hours ? 2 : 3;
  assert(pay == 3 * n - hours);
#elif defined(UNTIL_THE_GOAL)
  int goal = __VERIFIER_nondet_int();
  if (goal < 0 || goal > 10000 || n < goal || n > 100000) return 0;
  int x = 0, y = 0;
  while (y < 4 * n) {
    if (y < 4 * goal + UNTIL_THE_GOAL) x += 3;
    y += 4;
  }
  assert(x == 3 * goal);
#elif defined(PAUSED)
  int state = 0, x = 0, missed = 0;
  if (n < 0 || n > 100000) return 0;
  for (int i = 0; i < n; ++i) {
    if (__VERIFIER_nondet_int() && state < 2) ++state;
    if (state == 1)
      missed += 2 - PAUSED;
    else
      x += 2;
  }
  if (state == 0)
    assert(x == 2 * n);
  else
    assert(x == 2 * n - missed);
#elif defined(STEPS)
  unsigned x = 0;
  while (x < 0x0fffffff + (n & 0xff)) x += x < 0xff0 ? 1 : STEPS;
  assert(x % 2 == 0);
#endif
}
