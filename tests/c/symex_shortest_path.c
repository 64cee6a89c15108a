// TracerX's Figure 1: symbolic execution finds the shortest way through a graph by trying bounds. Edges lead from lower
// to higher numbers; the shortest way from 1 to 4 is 85 long, 1-3-4.
// check: --engine symex --property unreach-call -D BOUND=85
// expect: status 0: verdict: true
// check: --engine symex --property unreach-call -D BOUND=86
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --property unreach-call -D BOUND=85 --prune none --search dfs
// expect: status 0: all 8 paths end without a violation
// check: --engine symex --property unreach-call -D BOUND=85 --prune none --max-states 2
// expect: status 0: all 8 paths end without a violation
// check: --engine symex --property unreach-call -D BOUND=85 --prune interpolants
// expect: status 0: all 7 paths end without a violation
// check: --engine symex --property unreach-call -D BOUND=86 --prune interpolants
// expect: status 1: verdict: false(unreach-call)
// native: no (the inputs decide)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define N 4

static const int graph[N + 1][N + 1] = {[1] = {[2] = 20, [3] = 35, [4] = 100}, [2] = {[3] = 20, [4] = 70}, [3] = {[4] = 50}};

int main(void) {
  int node = 1, d = 0;
  while (node < N) {
    int next = __VERIFIER_nondet_int();
    int found = 0;
    for (int i = node + 1; i <= N; i++) {
      if (next == i) {
        d += graph[node][next];
        found = 1;
        break;
      }
    }
    if (!found) return 0; // no such edge
    node = next;
  }
  if (!(d >= BOUND)) reach_error();
  return 0;
}
