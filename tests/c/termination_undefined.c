// What is undefined ends no execution that anybody can rely on: where it is found, there is no proof.
// check: --property termination --timeout 10
// expect: status 2: undefined: invalid read of memory
// check: --property termination --timeout 10 -D INSIDE
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 10 -D DEFINED
// expect: status 0: verdict: true
// native: no (it may not end)
int main(void) {
  int a[3] = {1, 2, 3}, i = 3, s = 0;
#ifdef INSIDE
  i = 2;
#endif
#ifdef DEFINED
  for (i = 2; i >= 0; i--) s += a[i];
  return s;
#else
  s = a[i];
  while (1) {}
#endif
}
