// A text of one to four bytes, with nothing behind it.
#include "utf8.h"

#include <assert.h>
#include <stdlib.h>

extern void __VERIFIER_nondet_memory(void *memory, size_t size);
extern unsigned __VERIFIER_nondet_uint(void);

int main(void) {
  unsigned size = __VERIFIER_nondet_uint();
  if (size < 1 || size > 4) return 0;
  unsigned char *text = malloc(size);
  __VERIFIER_nondet_memory(text, size);
  const unsigned char *at = text;
  while (at < text + size) {
    const unsigned char *before = at;
    int character = utf8_next(&at, text + size);
    if (character < 0) break;
    assert(at > before && at <= text + size && character <= 0x10ffff);
  }
  free(text);
  return 0;
}
