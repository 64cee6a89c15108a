// What holds of elements unless a flag tells otherwise, of each second element, or of two arrays together.
// check: --engine kiki --property unreach-call --timeout 20
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call --timeout 1 -D FORGET
// expect: no: verdict: true
// check: --engine kiki --property unreach-call --timeout 20 -D EVEN
// expect: status 0: verdict: true
// check: --engine kiki --property unreach-call --timeout 1 -D EVEN -D STEP=1
// expect: no: verdict: true
// native: no (inputs)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define LENGTH 50000
#ifndef STEP
#define STEP 2
#endif
static int a[LENGTH], b[LENGTH];

int main(void) {
  int i, same = 1;
  for (i = 0; i < LENGTH; i++) {
    a[i] = __VERIFIER_nondet_int();
    b[i] = __VERIFIER_nondet_int();
  }
#ifdef EVEN
  for (i = 0; i < LENGTH; i += 2) {
    if (a[i] == 10) b[i] = 20;
  }
  for (i = 0; i < LENGTH; i += STEP) {
    if (a[i] == 10 && b[i] != 20) reach_error();
  }
#else
  for (i = 0; i < LENGTH; i++) {
    if (a[i] != b[i]) same = 0;
#ifdef FORGET
    if (i == 40000) same = 1;
#endif
  }
  if (same) {
    for (i = 0; i < LENGTH; i++) {
      if (a[i] != b[i]) reach_error();
    }
  }
#endif
  return 0;
}
