// Loops without end that symbolic execution finishes: each round forgets the inputs of the one before. And places.
// check: --engine symex --property unreach-call
// expect: status 0: verdict: true
// check: --engine symex --property unreach-call -D WRONG
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --property unreach-call --prune none --timeout 1
// expect: status 2: verdict: unknown (timeout
// check: --engine symex --target symex_endless.c:33
// expect: status 1: target symex_endless.c:33 is reached
// check: --engine symex --target symex_endless.c:36
// expect: status 0: verdict: true
// check: --engine symex --target symex_endless.c:2
// expect: status 65: there is no code at symex_endless.c:2
// check: --engine symex --target full --pointers merge
// expect: status 1: verdict: false(unreach-call)
// native: no (it never ends)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

int main(void) {
  int water = 1, pump = 0, held = 0;
  for (;;) {
    if (__VERIFIER_nondet_int() && water < 3) water++;
    held = __VERIFIER_nondet_int() > 7;
    if (water == 3) pump = 1;
    if (pump && water > 0) water--;
    if (water == 0) pump = 0;
#ifdef WRONG
    if (pump && held) reach_error();
#endif
    if (water == 2 && pump) {
    full:
      held = 1;
    }
    if (water > 3) {
      reach_error();
    }
  }
}
