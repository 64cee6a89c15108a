// Four numbers come out in order.
#include "heap.h"

#include <assert.h>

extern int __VERIFIER_nondet_int(void);

int main(void) {
  struct heap heap = {0, 0, 0};
  for (int i = 0; i < 4; i++)
    if (!heap_push(&heap, __VERIFIER_nondet_int())) return 1;
  int last = heap_pop(&heap);
  while (heap.count) {
    int next = heap_pop(&heap);
    assert(last <= next);
    last = next;
  }
  heap_free(&heap);
  return 0;
}
