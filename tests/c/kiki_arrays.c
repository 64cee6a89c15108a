// What holds of all elements of arrays, however long their loops are.
// check: --engine kiki --property unreach-call
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call --data-model 32
// expect: status 0: verdict: true
// check: --engine bmc --property unreach-call -D WRONG
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define SIZE 100000
int a[SIZE], b[SIZE];

int main(void) {
  int n = __VERIFIER_nondet_int();
  if (n < 0 || n > SIZE) return 0;
  for (int i = 0; i < n; i++) a[i] = 42;
  for (int i = 0; i < n; i++) b[i] = a[i];
  for (int i = 0; i < n; i++) {
    if (b[i] != 42) reach_error();
#ifdef WRONG
    if (i == 2) reach_error();
#endif
  }
  return 0;
}
