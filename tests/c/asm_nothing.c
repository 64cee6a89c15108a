// Assembly that does nothing, and values that pass through.
// check: -p assert
// expect: status 0: verdict: true
// check: -p assert -D OPEN --native-replay off
// expect: status 2: a violation depends on what the model leaves open (an output of inline assembly)
// native: no (an output that nobody writes is open)
#include <assert.h>
int main(void) {
  int x = 1, y = 2, *p = &x;
  __asm__ volatile("nop");
  __asm__ volatile("nop; nop\n\tpause # wait" : : "r"(x), "m"(*p) : "cc");
  __asm__ volatile("" : "+r"(x), "+r"(y));
  __asm__("" : "=r"(p) : "0"(p));
  __asm__ volatile("mfence" : : "m"(y));
  assert(x == 1 && y == 2 && *p == 1);
#ifdef OPEN
  __asm__ volatile("" : "=r"(x));
  assert(x == 1);
#endif
  return 0;
}
