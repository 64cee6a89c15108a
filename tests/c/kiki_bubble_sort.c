// Without its precondition, size - 1 can overflow (2LS, Figure 6).
// check: --engine kiki --property no-overflow --timeout 15
// expect: status 0: verdict: true
// check: --engine kiki --property no-overflow -D ANY_SIZE
// expect: status 1: verdict: false(no-overflow)
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
int array[4];
void bubble_sort(int size) {
#ifndef ANY_SIZE
  __VERIFIER_assume(size >= 0);
#endif
  int c, d, swap;
  for (c = 0; c < size - 1; c++) {
    for (d = 0; d < size - c - 1; d++) {
      if (array[d] > array[d + 1]) {
        swap = array[d];
        array[d] = array[d + 1];
        array[d + 1] = swap;
      }
    }
  }
}
int main(void) {
  for (int i = 0; i < 4; i++) array[i] = __VERIFIER_nondet_int();
  int size = __VERIFIER_nondet_int();
  __VERIFIER_assume(size <= 4);
  bubble_sort(size);
  return 0;
}
