// As many paths as there are subsets of 60 things: what is learnt from those that have ended leaves the rest. Once there were many
// splits, that is done by default.
// check: --engine symex --timeout 20 -p unreach-call
// expect: status 0: paths end without a violation
// check: --engine symex --timeout 20 --prune interpolants -p unreach-call
// expect: status 0: paths end without a violation
// check: --engine symex --timeout 20 -D LESS -p unreach-call
// expect: status 1: false(unreach-call)
// check: --engine symex --timeout 2 --prune covered -p unreach-call
// expect: status 2: timeout
// native: no (inputs)
extern _Bool __VERIFIER_nondet_bool(void);
extern void reach_error(void);

#define N 60
#ifdef LESS
#define MOST (N - 1)
#else
#define MOST N
#endif

int main(void) {
  _Bool taken[N];
  int weight[N], sum = 0;
  for (int i = 0; i < N; i++) taken[i] = __VERIFIER_nondet_bool();
  for (int i = 0; i < N; i++) {
    if (taken[i]) {
      weight[i] = 1;
    } else {
      weight[i] = -1;
    }
  }
  for (int i = 0; i < N; i++) sum += weight[i];
  if (sum > MOST || sum < -N) reach_error();
  return 0;
}
