// What the models do not know, they do not guess.
// run: -D COPY
// expect: unsupported at line 22: a copy between objects that overlap
// run: -D APPEND
// expect: unsupported at line 25: a copy between objects that overlap
// run: -D FORMAT
// expect: unsupported at line 28: a copy between objects that overlap
// run: -D EFFECT
// expect: unsupported at line 31: a comparison of elements that has effects
// run: -D DATE
// expect: unsupported at line 34: the text of a date
// native: no (undefined, or open)
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
static int calls;
static int counting(const void *a, const void *b) { return calls++, *(const char *)a - *(const char *)b; }
int main(void) {
  char text[40] = "a text that is long enough";
#ifdef COPY
  strcpy(text, text + 1);
#endif
#ifdef APPEND
  strncat(text, text + 25, 3);
#endif
#ifdef FORMAT
  sprintf(text, "%s!", text);
#endif
#ifdef EFFECT
  qsort(text, 5, 1, counting);
#endif
#ifdef DATE
  struct tm date = {.tm_mday = 1, .tm_wday = 9}; return asctime(&date)[0];
#endif
  strcpy(text, "other");
  sprintf(text + 10, "%s!", text);
  return text[10];
}
