// Output has no effect; input comes from the environment.
// run: --seed 1 -p unreach-call
// expect: exit 0 or blocked
// native: yes
#include <stdio.h>
#include <string.h>
int main(void) {
  int x = 5;
  printf("%d %s %f\n", x, "text", 1.5);
  fprintf(stderr, "to stderr %d\n", x);
  puts("line");
  putchar('c');
  fputs("x", stdout);
  fputc('y', stdout);
  fflush(stdout);
  perror("what");
  return x == 5 ? 0 : 1;
}
