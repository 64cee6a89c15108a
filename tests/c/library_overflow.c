// Operations inside library functions overflow like the program's own; what is wrong with a pointer is its free.
// check: -p no-overflow -D ABS
// expect: status 1: verdict: false(no-overflow)
// check: -p no-overflow -D DIVIDE
// expect: status 1: verdict: false(no-overflow)
// check: -p no-overflow
// expect: status 0: verdict: true
// check: -p memsafety -D INSIDE
// expect: status 1: verdict: false(valid-free)
// check: -p unreach-call -D ABS
// expect: status 0: verdict: true
// native: no (it takes inputs)
#include <limits.h>
#include <stdlib.h>
int __VERIFIER_nondet_int(void);
int main(void) {
  int x = __VERIFIER_nondet_int();
#ifdef ABS
  return abs(x) == 3;
#elif defined DIVIDE
  return div(INT_MIN, x | 1).quot == 3;
#elif defined INSIDE
  char *block = malloc(8);
  free(realloc(block + 4, 16));
  return 0;
#else
  return x > INT_MIN && (abs(x) == 3 || div(x, 2).rem > 1);
#endif
}
