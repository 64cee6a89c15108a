// A program that never ends runs into a limit.
// check:
// expect: status 2: verdict: unknown
// native: no (it never ends)
int main(void) {
  for (;;) {}
}
