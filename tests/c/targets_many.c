// Targets behind one another: none hides the next. A line, a label and a function, by each way to ask.
// check: --target targets_many.c:37 --target inside --target lost --target never --target targets_many.c:45 --engine symex
// expect: status 0: targets: complete (3 reachable, 2 dead)
// expect: status 0: reachable: targets_many.c:37
// expect: status 0: reachable: inside
// expect: status 0: dead: lost
// expect: status 0: dead: never
// expect: status 0: reachable: targets_many.c:45
// check: --target targets_many.c:37 --target inside --target lost --target never --target targets_many.c:45 --engine symex --prune interpolants
// expect: status 0: targets: complete (3 reachable, 2 dead)
// check: --target targets_many.c:37 --target inside --target lost --target never --target targets_many.c:45 --engine symex --prune none
// expect: status 0: targets: complete (3 reachable, 2 dead)
// check: --target targets_many.c:37 --target inside --target lost --target never --target targets_many.c:45 --engine kiki
// expect: status 0: targets: complete (3 reachable, 2 dead)
// check: --targets parts/targets_many.txt
// expect: status 0: targets: complete (3 reachable, 2 dead)
// expect: status 0: dead: never
// check: --target never
// expect: status 0: verdict: true
// check: --target inside
// expect: status 1: verdict: false(unreach-call)
// check: --target nowhere --target lost
// expect: status 65: there is no code at nowhere
// native: no (the inputs decide)
// verdict: true -p valid-deref
extern int __VERIFIER_nondet_int(void);
static int never(int n) { return n + 1; }

static int inside(int n) {
  if (n > 1000 && n < 1000) return never(n);
  return n - 1;
}

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n == 123456) {
    n = inside(n);
  }
  int twice = n % 1000 * 2;
  if (twice % 2 != 0) {
  lost:
    return never(3);
  }
  if (n == 123455) {
    return 7;
  }
  return 0;
}
