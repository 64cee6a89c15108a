// Labels as values: a small interpreter with a jump table.
// run:
// expect: exit 0
// native: yes
#include "check.h"

static int interpret(const char *code) {
  static const void *const table[] = {&&stop, &&increment, &&twice, &&negate};
  int value = 0;
#define NEXT goto *table[(int)*code++]
  NEXT;
increment:
  value++;
  NEXT;
twice:
  value *= 2;
  NEXT;
negate:
  value = -value;
  NEXT;
stop:
  return value;
}

int main(void) {
  CHECK(interpret("\1\1\2\3\1") == -3);
  CHECK(interpret("") == 0);
  return 0;
}
