// Requests come again and again; each moves units from one account to the other. That the sum cannot overflow takes an
// invariant about both. What a request computes on its way is none of the loop's business.
// check: --engine octagons --property no-overflow
// expect: status 0: loop invariant: (long long)to + from <= 2147483646
// check: --engine kiki --property no-overflow
// expect: status 0: verdict: true
// check: --engine kiki --property no-overflow -D BONUS
// expect: status 1: verdict: false(no-overflow)
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
int main(void) {
  int to = 0, from = 0, is_open = 0;
  for (;;) {
    int request = __VERIFIER_nondet_int();
    if (request == 0) {
      int first = __VERIFIER_nondet_int(), second = __VERIFIER_nondet_int();
      if (first < 0 || first > 1073741823 || second < 0 || second > 1073741823) return 0;
      to = first;
      from = second;
#ifdef BONUS
      to += second + 2;
#endif
      is_open = 1;
    } else if (is_open) {
      int old_to = to, old_from = from;
      if (old_from > 0) {
        to = old_to + 1;
        from = old_from - 1;
      } else if (old_from < 0) {
        to = old_to - 1;
        from = old_from + 1;
      }
    }
  }
}
