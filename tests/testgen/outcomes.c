// Every way to end that a test can lead to.
#include <assert.h>
#include <stdlib.h>

extern int __VERIFIER_nondet_int(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);
extern int elsewhere(int);

static int deep(int n) { return n == 0 ? 0 : 1 + deep(n - 1); }

int main(int argc, char **argv) {
  int uninitialised, *block = malloc(4 * sizeof *block);
  if (argc != 1 || argv[0][0] != 0 || uninitialised != 0 || block[3] != 0 || elsewhere(1) != 0) return 99;
  switch (__VERIFIER_nondet_uchar()) {
  case 1:
    return 17;
  case 2:
    exit(300); // 44 of it are seen
  case 3:
    abort();
  case 4:
    assert(argc == 2);
  case 5:
    __VERIFIER_assume(argc == 2);
    return 98;
  case 6:
    while (__VERIFIER_nondet_int() != 12345 || __VERIFIER_nondet_int() != 54321) {
    }
    return 6;
  case 7:
    while (1) {
    }
  case 8:
    return 100 / (argc - 1);
  case 9:
    return deep(20000) != 20000;
  case 10:
    reach_error();
    return 97;
  case 11:
    for (;;) {
      if (__VERIFIER_nondet_int() == 77) block[0]++;
    }
  }
  return 0;
}
