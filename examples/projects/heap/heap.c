#include "heap.h"

#include <stdlib.h>

static void exchange(int *a, int *b) {
  int kept = *a;
  *a = *b;
  *b = kept;
}

int heap_push(struct heap *heap, int item) {
  if (heap->count == heap->room) {
    unsigned room = heap->room ? 2 * heap->room : 2;
#ifdef FIXED
    int *items = realloc(heap->items, room * sizeof *items);
#else
    int *items = realloc(heap->items, room); // so many bytes, not numbers
#endif
    if (!items) return 0;
    heap->items = items;
    heap->room = room;
  }
  unsigned at = heap->count++;
  heap->items[at] = item;
  for (; at && heap->items[at] < heap->items[(at - 1) / 2]; at = (at - 1) / 2)
    exchange(&heap->items[at], &heap->items[(at - 1) / 2]);
  return 1;
}

int heap_pop(struct heap *heap) {
  int smallest = heap->items[0];
  heap->items[0] = heap->items[--heap->count];
  for (unsigned at = 0, child; (child = 2 * at + 1) < heap->count; at = child) {
    if (child + 1 < heap->count && heap->items[child + 1] < heap->items[child]) child++;
    if (heap->items[at] <= heap->items[child]) break;
    exchange(&heap->items[at], &heap->items[child]);
  }
  return smallest;
}

void heap_free(struct heap *heap) { free(heap->items); }
