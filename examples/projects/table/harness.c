// Two names of at most two letters: what was set is found again.
#include "table.h"

#include <assert.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

int main(void) {
  char first[3] = {__VERIFIER_nondet_char(), __VERIFIER_nondet_char(), 0};
  char second[3] = {__VERIFIER_nondet_char(), 0, 0};
  struct table table;
  memset(&table, 0, sizeof table);
  assert(table_set(&table, first, 1));
  assert(table_set(&table, second, 2));
  int value;
  assert(table_get(&table, second, &value) && value == 2);
  assert(table_get(&table, first, &value));
  assert(value == (strcmp(first, second) == 0 ? 2 : 1));
  return 0;
}
