// Patterns of two characters and texts of two: each in a block of just their size.
#include "glob.h"

#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char pattern[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  char text[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  int fits = glob_fits(pattern, text);
  if (pattern[0] == '*' && !pattern[1]) assert(fits);
  if (fits && pattern[0] == '?') assert(text[0]);
  return 0;
}
