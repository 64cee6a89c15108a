// Every number there is, in base 16.
#include "number.h"

#include <assert.h>
#include <string.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  char room[NUMBER_ROOM];
  int value = __VERIFIER_nondet_int();
  char *text = number_text(value, 16, room);
  assert((*text == '-') == (value < 0));
  assert(strlen(text) >= 1 && strlen(text) <= 9);
  return 0;
}
