// A struct that is declared in a list of parameters has no name elsewhere; --entry calls such functions all the same.
// check: --quiet --entry ratio -p division-by-zero
// expect: status 1: verdict: false(division-by-zero)
// check: --quiet --entry ratio -p division-by-zero -D FIXED
// expect: status 0: verdict: true
// check: --quiet --entry first -p valid-deref
// expect: status 0: verdict: true
// check: --entry ratio -p division-by-zero --native-replay on
// expect: status 1: fails as predicted
// native: no (it has no main)
int ratio(struct {
  int whole;
  unsigned part : 3;
} p) {
#ifdef FIXED
  if (p.part == 0) return 0;
#endif
  return p.whole / (int)p.part;
}

int first(struct pair {
  int *at;
  int number;
} *pair) {
  return pair->at ? *pair->at : pair->number;
}
