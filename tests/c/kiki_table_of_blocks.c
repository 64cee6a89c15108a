// A table of pointers that is an array in formulas: what its elements point to is not lost.
// check: --engine kiki --property valid-memtrack --timeout 20
// expect: status 0: verdict: true
// check: --engine kiki --property valid-memtrack --timeout 20 -D LOST
// expect: status 1: verdict: false(valid-memtrack)
// check: --engine kiki --property valid-memtrack --timeout 20 -D LONG
// expect: status 2: which blocks a long array points to
// native: no (inputs)
extern void *malloc(unsigned long);
extern unsigned __VERIFIER_nondet_uint(void);
#ifdef LONG
enum { Size = 4096 };
#else
enum { Size = 256 };
#endif
int *table[Size];
int main(void) {
  unsigned i = __VERIFIER_nondet_uint() % Size;
  table[i] = malloc(4);
#ifdef LOST
  table[i] = 0;
#endif
  return 0;
}
