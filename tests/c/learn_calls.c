// What is learnt in a function is learnt for one call stack; arguments and results are followed through calls, one that calls
// itself included.
// check: --engine symex --prune interpolants --property unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D LIMIT=10
// expect: status 0: verdict: true
// verdict: false(unreach-call) --property unreach-call
// verdict: true --property unreach-call -D LIMIT=10
// native: no (the inputs decide)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef LIMIT
#define LIMIT 9
#endif

static int clamp(int value, int limit) {
  if (value > limit) return limit;
  if (value < -limit) return -limit;
  return value;
}

static int sum(int depth) {
  int mine = 1;
  if (__VERIFIER_nondet_int() > 0) mine = 2;
  if (depth == 0) return mine;
  return mine + sum(depth - 1);
}

int main(void) {
  int in = __VERIFIER_nondet_int();
  int first = clamp(in, 3), second = clamp(in, 7), total = sum(4);
  if (first > 3 || second < -7) reach_error();
  if (total > LIMIT) reach_error();
  return 0;
}
