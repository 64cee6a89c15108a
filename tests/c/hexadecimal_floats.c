// Hexadecimal floats in texts are exact where nothing has to be rounded.
// run: -p unreach-call
// expect: exit 0
// run: -p unreach-call -m 32
// expect: exit 0
// run: -p unreach-call -D ROUNDED
// expect: unsupported: has to be rounded
// native: yes
#include <stdlib.h>
void reach_error(void) { exit(1); }
#define MUST(condition)                                                                                                \
  if (!(condition)) reach_error()
int main(void) {
  char *end;
#ifdef ROUNDED
  MUST(strtod("0x1.00000000000001", 0) == 1);
#endif
  MUST(strtod("0x1p3", &end) == 8 && *end == 0);
  MUST(strtod("  -0x.8P-1z", &end) == -0.25 && *end == 'z');
  MUST(strtod("0x10", &end) == 16 && *end == 0);
  MUST(strtod("0xap", &end) == 10 && *end == 'p');
  MUST(strtod("0xg", &end) == 0 && *end == 'x');
  MUST(strtod("0x0p5", &end) == 0 && *end == 0);
  MUST(strtof("0xffffffp-4", 0) == 16777215.0f / 16);
  return 0;
}
