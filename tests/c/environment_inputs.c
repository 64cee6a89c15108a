// rand, getenv and time are inputs.
// run: --seed 7 -p memsafety
// expect: exit 0 or blocked
// verdict: unknown (copies of any size are not encoded, and there are too many paths)
// native: yes
#include <stdlib.h>
#include <time.h>
int main(void) {
  srand(1);
  int r = rand();
  if (r < 0 || r > RAND_MAX) return 1;
  char *home = getenv("HOME");
  if (home) {
    int n = 0;
    while (home[n]) n++;
  }
  time_t now = time(NULL), again;
  time(&again);
  return 0;
}
