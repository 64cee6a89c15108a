// Memory that could still be freed when the program ends is no mistake unless one asks for it.
// check:
// expect: status 0: verdict: true
// check: -p memcleanup
// expect: status 1: verdict: false(valid-memcleanup)
// native: yes
// run: -p memsafety
// expect: exit 0
#include <stdlib.h>
static int *table;
static void give_up(void) { exit(0); }
int main(void) {
  int *kept = malloc(8);
  table = malloc(4);
  *table = 1;
  kept[0] = *table;
  if (kept[0] == 1) give_up();
  free(kept);
  free(table);
  return 1;
}
