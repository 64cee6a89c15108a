// A program that never ends violates nothing, whatever limits a run has.
// check: --property unreach-call
// expect: status 0: verdict: true
// native: no (it never ends)
int main(void) {
  for (;;) {}
}
