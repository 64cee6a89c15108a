// TracerX's Figure 4: N bits become N ones or minus ones. Without a precondition all 2^N paths are feasible; with one that
// makes the bits equal, two of them.
// check: --engine symex --property unreach-call -D N=3 --prune none
// expect: status 0: all 8 paths end without a violation
// check: --engine symex --property unreach-call -D N=3 -D EQUAL --prune none
// expect: status 0: all 4 paths end without a violation
// check: --engine symex --property unreach-call -D N=10 --prune none
// expect: status 0: all 1024 paths end without a violation
// check: --engine symex --property unreach-call -D N=10 --prune none --max-states 5 --search bfs
// expect: status 0: all 1024 paths end without a violation
// check: --engine symex --property unreach-call -D N=10 -D WRONG
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --property unreach-call -D N=100 --prune interpolants
// expect: status 0: verdict: true
// check: --engine symex --property unreach-call -D N=60 --prune interpolants --search dfs
// expect: status 0: all 61 paths end without a violation
// check: --engine symex --property unreach-call -D N=30 -D EQUAL --prune interpolants --search dfs
// expect: status 0: all 31 paths end without a violation
// check: --engine symex --property unreach-call -D N=30 -D WRONG --prune interpolants
// expect: status 1: verdict: false(unreach-call)
// Once there were many splits, learning is the default.
// check: --engine symex --property unreach-call -D N=60 --timeout 20
// expect: status 0: verdict: true
// check: --engine symex --property unreach-call -D N=60 --timeout 2 --prune covered
// expect: status 2: timeout
// native: no (the inputs decide)
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

int main(void) {
  _Bool b[N];
  int x[N], sum = 0;
  for (int i = 0; i < N; i++) b[i] = __VERIFIER_nondet_bool();
#ifdef EQUAL
  for (int i = 1; i < N; i++) {
    if (b[i] != b[i - 1]) return 0;
  }
#endif
  for (int i = 0; i < N; i++) {
    if (b[i]) {
      x[i] = 1;
    } else {
      x[i] = -1;
    }
  }
  for (int i = 0; i < N; i++) sum += x[i];
#ifdef WRONG
  if (sum == N) reach_error();
#endif
  if (sum < -N || sum > N) reach_error();
  return 0;
}
