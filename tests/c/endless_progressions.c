// A recurrent set is shown as C, with the way to it and one iteration; the compiled program does not end.
// check: --property termination --native-replay on -D CASE=1
// native: no (it never ends)
// expect: status 1: verdict: false(termination)
// expect: status 1: 20:10: error: loop never ends: every iteration keeps ((unsigned)x & 3u) == 1u [termination]
// expect: status 1: from here it goes on in this way:
// expect: status 1: note: inputs: 1
// expect: status 1: an iteration leads back to it, and there it holds again
// expect: status 1: the compiled program fails as predicted: it did not end within 1 s
// check: --property termination -D CASE=2
// expect: status 1: verdict: false(termination)
// expect: status 1: from here it goes on in this way:
// expect: status 1: note: each further input is
extern int __VERIFIER_nondet_int(void);

#if CASE == 1
int main(void) {
  unsigned x = __VERIFIER_nondet_int();
  if (x % 2 == 0) return 0;
  while (x != 10) x = x + 4;
}
#else
int main(void) {
  unsigned long x = 0;
  for (int i = 0; i < 7; i++) x += 2;
  while (x != 5) {
    unsigned step = __VERIFIER_nondet_int();
    if (step != 6) return 1;
    x += step;
  }
}
#endif
