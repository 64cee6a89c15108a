// C99 inline without an external definition, static and extern inline.
// run:
// expect: exit 0
// native: no (the plain inline function has no external definition)
#include "check.h"
inline int plain(int x) { return x + 1; }
static inline int internal(int x) { return x + 2; }
extern inline __attribute__((gnu_inline)) int gnu(int x) { return x + 3; }
int gnu(int x) { return x + 3; }
__attribute__((always_inline)) static inline int always(int x) { return x + 4; }
int main(void) {
  CHECK(plain(1) == 2 && internal(1) == 3 && gnu(1) == 4 && always(1) == 5);
  return 0;
}
