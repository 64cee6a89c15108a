// Library functions do not call what the program calls like other library functions; but malloc is for all.
// run:
// expect: exit 0
// native: yes
// verdict: true -p unreach-call
#include "check.h"
typedef __SIZE_TYPE__ size_t;
long lround(double x);
void *realloc(void *p, size_t size);
void free(void *p);
void *calloc(size_t count, size_t size);
char *strcpy(char *to, const char *from);
static int copies;
int round(int x) { return x + 5; }
void *memcpy(void *to, const void *from, size_t n) {
  copies++;
  for (size_t i = 0; i < n; i++) ((char *)to)[i] = ((const char *)from)[i];
  return to;
}
int main(void) {
  CHECK(lround(2.5) == 3 && round(2) == 7);
  char *text = calloc(1, 4);
  strcpy(text, "abc");
  text = realloc(text, 1000000);
  CHECK(text[2] == 'c' && copies == 0);
  free(text);
  return 0;
}
