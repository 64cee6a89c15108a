// Two blocks, one behind the other, freed in the wrong order in a figure of the 2LS paper.
// right: auto shapes
// wrong: ORDER valid-deref
// wrong: LOST valid-memtrack valid-memcleanup
#include "heaps.h"

int main(void) {
  int *a = malloc(sizeof *a);
  *a = any();
  int **b = malloc(sizeof *b);
  *b = a;
  CLAIM(**b == *a);
#ifdef ORDER
  free(b);
  free(*b);
#else
  free(*b);
#ifndef LOST
  free(b);
#endif
#endif
  return 0;
}
