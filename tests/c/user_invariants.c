// What became of each line of --invariants. A loop is at the line of its keyword, also without a condition.
// check: -p unreach-call --engine havoc --invariants parts/user.invariants
// expect: status 0: :2: note: invariant x == 0 && y == 0 at user_invariants.c:30: proved
// expect: status 0: :3: note: invariant z <= 6 at user_invariants.c:30: refuted: this is how:
// expect: status 0: :4: note: invariant z >= 0 && z <= 8 at user_invariants.c:30: proved
// expect: status 0: :5: note: invariant y == 0 at user_invariants.c:39: proved
// expect: status 0: :6: note: invariant y <= 9 at user_invariants.c:42: proved
// expect: status 0: :7: note: invariant x == 0 at user_invariants.c:31: no loop at that line: there are some at lines 30, 39, 42
// expect: status 0: :8: note: invariant x == q at user_invariants.c:30: unknown variable: 'q'
// expect: status 0: :9: note: invariant 1 at other.c:3: no such file
// expect: status 0: :10: note: invariant t != 1000000 at user_invariants.c:30: not inductive: it holds where
// expect: status 0: t = 999999
// verdict: true -p unreach-call
// native: no (what is checked is never run to its end)






extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int x = 0, y = 0, z = 0;
  unsigned t = 0;
  int *p = &z;


  while (1) {
    if (__VERIFIER_nondet_int()) break;
    if (x == 5) reach_error();
    x = x + y;
    y = y + x;
    t++;
    *p += 2;
    if (*p > 8) *p = 0;
  }
  for (;;) {
    if (__VERIFIER_nondet_int()) break;
  }
  do {
    y++;
  } while (y < 10);
}
