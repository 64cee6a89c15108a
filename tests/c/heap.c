// malloc, calloc, realloc, free.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <string.h>
int main(void) {
  int *a = malloc(3 * sizeof *a);
  for (int i = 0; i < 3; i++) a[i] = i + 1;
  a = realloc(a, 100 * sizeof *a);
  a[99] = 7;
  CHECK(a[0] == 1 && a[2] == 3 && a[99] == 7);
  a = realloc(a, sizeof *a);
  CHECK(*a == 1);
  free(a);
  long *z = calloc(5, sizeof *z);
  for (int i = 0; i < 5; i++) CHECK(z[i] == 0);
  free(z);
  char *fresh = realloc(0, 4);
  strcpy(fresh, "abc");
  char *copy = strdup(fresh);
  CHECK(copy != fresh && strcmp(copy, "abc") == 0);
  free(fresh);
  free(copy);
  void *blocks[50];
  for (int i = 0; i < 50; i++) blocks[i] = malloc(i + 1);
  for (int i = 0; i < 50; i++)
    for (int j = 0; j < i; j++) CHECK(blocks[i] != blocks[j]);
  for (int i = 0; i < 50; i++) free(blocks[i]);
  free(0);
  return 0;
}
