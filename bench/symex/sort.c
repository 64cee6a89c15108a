// An insertion sort of six inputs: every order of them is a path, and the result is in order on all of them.
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

#define N 6

int main(void) {
  int a[N];
  for (int i = 0; i < N; i++) a[i] = __VERIFIER_nondet_int();
  for (int i = 1; i < N; i++) {
    int value = a[i], j = i;
    while (j > 0 && a[j - 1] > value) {
      a[j] = a[j - 1];
      j--;
    }
    a[j] = value;
  }
  for (int i = 1; i < N; i++) {
    if (a[i - 1] > a[i]) reach_error();
  }
  return 0;
}
