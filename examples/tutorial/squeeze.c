// Copies a text of any length without its blanks into a buffer of that length.
#include <stdlib.h>

extern unsigned __VERIFIER_nondet_uint(void);
extern char __VERIFIER_nondet_char(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (size == 0 || size > 1000000) return 0;
  char *text = malloc(size);
  unsigned used = 0;
  for (unsigned i = 0; i < size; i++) {
    char c = __VERIFIER_nondet_char();
    if (c != ' ') text[used++] = c;
  }
  free(text);
  return 0;
}
