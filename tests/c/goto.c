// goto: forward, backward, out of nested loops, into loops (irreducible).
// run:
// expect: exit 0
// native: yes
#include "check.h"

static int irreducible(int n, int start) {
  int steps = 0;
  if (start) goto inside;
outside:
  steps += 10;
inside:
  steps++;
  if (n-- > 0) goto outside;
  return steps;
}

int main(void) {
  int i = 0, found = -1;
again:
  if (++i < 5) goto again;
  CHECK(i == 5);
  for (int a = 0; a < 10; a++)
    for (int b = 0; b < 10; b++)
      if (a * b == 42) {
        found = a * 10 + b;
        goto done;
      }
done:
  CHECK(found == 67);
  CHECK(irreducible(3, 0) == 44 && irreducible(3, 1) == 34);
  int total = 0;
  do {
    total++;
    if (total == 3) continue;
    if (total == 7) break;
  } while (total < 100);
  CHECK(total == 7);
  {
    goto skip;
    total = 0;
  skip:;
  }
  CHECK(total == 7);
  return 0;
}
