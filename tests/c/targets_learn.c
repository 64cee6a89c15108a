// What is learnt on the way to one target must not hide another: each way was found dead or done for some states first, and is
// open for others. Interpolants, exact covering and neither agree.
// check: --dead-code --engine symex --prune interpolants --verbose
// expect: status 1: targets: complete (32 reachable, 1 dead)
// expect: status 1: targets_learn.c:46:21: dead: block of main
// check: --dead-code --engine symex --prune covered
// expect: status 1: targets: complete (32 reachable, 1 dead)
// check: --dead-code --engine symex --prune none
// expect: status 1: targets: complete (32 reachable, 1 dead)
// check: --dead-code
// expect: status 1: targets: complete (32 reachable, 1 dead)
// check: --target joined --target bounded --target cast --target member --target called --target none --engine symex --prune interpolants
// expect: status 0: targets: complete (5 reachable, 1 dead)
// expect: status 0: dead: none
// native: no (the inputs decide)
// verdict: true -p valid-deref
extern int __VERIFIER_nondet_int(void);
struct pair {
  short key;
  int value;
};

static int grow(int n) { return n < 3 ? n + 1 : n; }

int main(void) {
  int which = __VERIFIER_nondet_int(), in = __VERIFIER_nondet_int();
  int mode = 1, level = 0;
  struct pair pair = {1, 2};
  if (which == 7) mode = 3;
  if (in > 10 && in < 20) level = 2;
  if (which == 9) pair.key = 4;
  if (__VERIFIER_nondet_int()) level = grow(level);
  if (level >= 2 && mode == 3) {
  joined:
    return 1;
  }
  if (level == 3) {
  bounded:
    if (pair.key == 4) {
    member:
      return 2;
    }
  }
  if ((signed char)in == -1 && in > 0) {
  cast:
    if (level == 3) {
    none:
      return 3;
    }
    return grow(which) == 3 ? 4 : 5;
  }
  if (grow(grow(level)) == 3) {
  called:
    return 6;
  }
  return 0;
}
