// run: -p unreach-call
// expect: abort
// native: no (a trap is another signal)
int main(void) {
  __builtin_trap();
}
