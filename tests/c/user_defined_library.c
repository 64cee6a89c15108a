// A definition in the program wins over a model.
// run:
// expect: exit 0
// native: yes
#include "check.h"
unsigned long strlen(const char *s) { return 77; }
int isalpha(int c) { return 5; }
static int abs_calls;
int abs(int x) {
  abs_calls++;
  return 1;
}
unsigned long (*volatile through)(const char *) = strlen;
int (*volatile alpha)(int) = isalpha;
int (*volatile absolute)(int) = abs;
int main(void) {
  CHECK(through("abc") == 77 && alpha('1') == 5 && absolute(-9) == 1 && abs_calls == 1);
  return 0;
}
