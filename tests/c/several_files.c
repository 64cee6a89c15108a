// Two files, one program: shared globals, static functions of the same name.
// run:
// expect: exit 0
// native: yes
// with: parts/second.c
#include "check.h"
#include "parts/second.h"
static int helper(void) { return 1; }
int shared = 5;
int main(void) {
  CHECK(helper() == 1 && second(3) == 25);
  CHECK(shared == 6 && table[1].value == 20);
  return 0;
}
