// Four characters that nothing follows.
#include "json.h"

#include <assert.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char text[4];
  for (int i = 0; i < 4; i++) text[i] = __VERIFIER_nondet_char();
  const char *behind = json_skip_value(text, text + 4, 3);
  if (behind) assert(behind > text && behind <= text + 4);
  return 0;
}
