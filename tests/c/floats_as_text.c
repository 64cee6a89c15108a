// What a float looks like in a buffer is open, as far as the conversion leaves it: a buffer that is large enough for the
// value is, one that is too small for every value is not.
// check: -p memsafety -t 1
// expect: no: verdict: false
// check: -p unreach-call -t 1
// expect: no: verdict: false
// check: -p memsafety -D SMALL
// expect: status 1: verdict: false(valid-deref)
// native: yes
// run: -p no-overflow --inputs 7
// expect: exit 0
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
void reach_error(void) { exit(1); }
int main(void) {
#ifdef SMALL
  char text[4];
#else
  char text[16];
#endif
  int n = __VERIFIER_nondet_int();
  if (n < -999 || n > 999) return 0;
  double value = n * 0.5;
  int length = sprintf(text, "%.2f", value);
  if (length < 4 || length > 8 || strlen(text) != (size_t)length) reach_error();
  length = snprintf(text, sizeof text, "%e", value);
  if (length < 12 || length > 14) reach_error();
  length = sprintf(text, "%6.0f|", 3.0);
  if (length < 7 || text[length - 1] != '|') reach_error();
  return 0;
}
