// Blocks in a loop, a list, bytes of words, copies that overlap: the same without memory operations.
// run: --without-memory --inputs 4
// expect: exit 26
// run: --inputs 4
// expect: exit 26
// run: --without-memory --inputs 9 -p memsafety
// expect: error(valid-deref) at line 32: invalid write to memory
// run: --without-memory --inputs 9 -p unreach-call
// expect: unsupported at line 32: undefined write of 4 bytes
// program: --without-memory --roundtrip
// expect: status 0: memory.limit: array<bv24, bv40>
// expect: no: allocate
// expect: no: load
// native: no (some inputs are undefined)
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct node {
  int value;
  struct node *next;
};

int main(void) {
  int n = __VERIFIER_nondet_int(), sum = 0;
  int numbers[8];
  struct node *list = 0;
  for (int i = 0; i < n; i++) {
    struct node *made = malloc(sizeof *made);
    if (!made) return 0;
    made->value = i;
    numbers[i] = 0;
    made->next = list;
    list = made;
  }
  numbers[0] = 0x01020304;
  memmove((char *)numbers + 1, numbers, 3);
  while (list) {
    struct node *next = list->next;
    sum += list->value;
    free(list);
    list = next;
  }
  return sum + ((unsigned char *)numbers)[1] * 5;
}
