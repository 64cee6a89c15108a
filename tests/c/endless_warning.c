// check: --timeout 10
// expect: status 0: warning: an execution never ends, in the loop at
// check: --timeout 10 --property no-overflow
// expect: status 0
// expect: no: never ends
// native: no (it never ends)
int main(void) {
  unsigned i = 0;
  while (i != 7) i = (i + 2) % 10;
  return 0;
}
