// What looks dead and is not known to be: something is in the way that is not followed, or there are limits. Behind it, anything
// may happen.
// check: --target odd --target first -D ASSEMBLY --engine symex
// expect: status 2: open: odd
// expect: status 2: reachable: first
// expect: no: dead:
// check: --target odd --target first -D ASSEMBLY
// expect: status 2: open: odd
// expect: no: dead:
// check: --target odd --target first -D ARGUMENTS --engine symex
// expect: status 2: open: odd (symex: no path leads there within limits
// expect: no: dead:
// check: --target odd --target first -D LOOP --engine symex --timeout 2
// expect: status 2: open: odd
// expect: no: dead:
// check: --dead-code -D LOOP --engine symex --prune interpolants --timeout 2
// expect: status 2: open: block of main
// expect: no: dead:
// check: --native-replay on --target odd --target first -D OPEN --engine symex
// expect: status 2: depends on what the model leaves open
// expect: no: dead:
// check: --target odd --target first -D DEAD
// expect: status 0: dead: odd
// native: no (the inputs decide)
// verdict: true -p valid-deref
extern int __VERIFIER_nondet_int(void);
static int second(int a, int b) { return b; }
static int (*less)() = (int (*)())second;

int main(int argc, char **argv) {
  int n = __VERIFIER_nondet_int(), m = 0;
first:
#if defined(ASSEMBLY)
  if (n == 40) __asm__("movl %1, %0" : "=r"(m) : "r"(n));
  if (m == 41) goto odd;
#elif defined(ARGUMENTS)
  if (argc == 9 && argv[8][0] == 120) goto odd;
#elif defined(LOOP)
  for (unsigned long i = 0; i < 100000000000ul; i++) m += (unsigned)n % 3 == i % 3;
  if (m == 77777) goto odd;
#elif defined(OPEN)
  if (less(7) == 0x3a5b7c91) goto odd;
#elif defined(DEAD)
  if (n > 5 && n < 3) goto odd;
#endif
  return 0;
odd:
  return 1;
}
