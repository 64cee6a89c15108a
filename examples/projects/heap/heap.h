// The smallest of some numbers first: a heap in an array that grows.
#ifndef HEAP_H
#define HEAP_H

struct heap {
  int *items;
  unsigned count, room;
};

int heap_push(struct heap *heap, int item); // 0: there is no memory
int heap_pop(struct heap *heap); // of a heap that is not empty
void heap_free(struct heap *heap);

#endif
