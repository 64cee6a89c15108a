// A function ends with a loop that nobody needs, and returns what nobody reads: it returns all the same.
// check: -p assert --engine symex --timeout 10
// expect: status 1: verdict: false(assert)
// check: -p assert --engine symex --timeout 10 -D VOID
// expect: status 1: verdict: false(assert)
// check: -p assert --timeout 10
// expect: status 1: verdict: false(assert)
// native: yes
#include <assert.h>

#ifdef VOID
static void idle(int times) {
  int unset;
  for (int i = 0; i < times; i++) {
  }
}
#else
static int idle(int times) {
  int unset;
  for (int i = 0; i < times; i++) {
  }
  return unset;
}
#endif

int main(void) {
  idle(0);
  assert(0);
  return 0;
}
