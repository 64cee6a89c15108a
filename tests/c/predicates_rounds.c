// check: --property assert --engine ic3ia --timeout 60
// expect: status 0: verdict: true
// check: --property assert --engine ic3ia --timeout 60 -D LATER=2
// expect: status 1: verdict: false(assert)
// native: no (inputs)
//
// Two threads take turns in three rounds, one thread after the other in this program: what x holds when a round begins is guessed,
// and what it held when the round before ended must have been that. Which element is read depends on the round, so what is known of
// all elements has to be said before.
#include <assert.h>

extern void __VERIFIER_assume(int);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern int __VERIFIER_nondet_int(void);
extern _Bool __VERIFIER_nondet_bool(void);

#ifndef LATER
#define LATER 1
#endif

int x[3];

static unsigned char later(unsigned char round) {
  const unsigned char next = __VERIFIER_nondet_uchar();
  __VERIFIER_assume(round <= next && next < 3);
  return next;
}

int main(void) {
  const int second = __VERIFIER_nondet_int(), third = __VERIFIER_nondet_int();
  x[1] = second;
  x[2] = third;
  unsigned char round = 0;
  int steps = 0;
  while (__VERIFIER_nondet_bool() && steps < 1000) { // the first thread: it sets what it finds to itself
    round = later(round);
    x[round] = x[round];
    ++steps;
  }
  int waited = 0;
  while (__VERIFIER_nondet_bool() && waited < 1000) ++waited; // the second one waits, in no round in particular
  round = later(0);
  while (__VERIFIER_nondet_bool() && waited < 1000) ++waited; // and in this one
  x[round] = 1;
  round = later(round);
  const int seen = x[round];
  __VERIFIER_assume(x[0] == second && x[1] == third);
  assert(seen == LATER || steps > 1000 || waited > 1000);
}
