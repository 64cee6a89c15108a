// An uninitialised local is an input: zero by default, anything with a seed.
// run: -p unreach-call
// expect: exit 0
// program: --summary -p unreach-call
// expect: status 0
// native: no (its value is not defined)
int main(void) {
  int x;
  int a[3];
  if (x == 0) return a[1];
  return 1;
}
