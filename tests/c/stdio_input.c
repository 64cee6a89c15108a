// run: --seed 1 -p memsafety
// expect: exit 0 or blocked
// native: yes
#include <stdio.h>
int main(void) {
  char line[16];
  int c = getchar();
  if (c < -1 || c > 255) return 1;
  if (fgets(line, sizeof line, stdin)) {
    int n = 0;
    while (line[n]) n++;
    if (n > 15) return 2;
  }
  return 0;
}
