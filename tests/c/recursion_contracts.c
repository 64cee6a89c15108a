// What recursive functions return that call themselves twice: proved by contracts that runs of the functions suggest. Where
// runs suggest what does not hold, nothing is proved.
// check: --engine kiki --property unreach-call
// expect: status 0: x <= 100 ==> result == 91
// check: --engine kiki --property no-overflow
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call -D LIMIT=102
// expect: status 1: verdict: false(unreach-call)
// check: --engine kiki --property unreach-call -D RARE --timeout 5
// expect: no: verdict: true
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#ifndef LIMIT
#define LIMIT 101
#endif

static int ninetyOne(int x) {
#ifdef RARE
  if (x == -40000) return 90;
#endif
  if (x > 100) return x - 10;
  return ninetyOne(ninetyOne(x + 11));
}

int main(void) {
  int x = __VERIFIER_nondet_int();
  if (x <= LIMIT && ninetyOne(x) != 91) reach_error();
  return 0;
}
