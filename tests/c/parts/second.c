#include "second.h"
static int helper(void) { return 2; }
const struct entry table[2] = {{10}, {20}};
int second(int x) {
  shared++;
  return table[1].value + x + helper();
}
