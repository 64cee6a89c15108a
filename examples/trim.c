// Cuts the blanks off the end of a line. What if there is nothing else in it? With FIXED, that was thought of.
// Tests cover 4 of 4 branches.
#include <ctype.h>
#include <string.h>

extern char __VERIFIER_nondet_char(void);

static void trim(char *line) {
  size_t length = strlen(line);
#ifdef FIXED
  while (length > 0 && isspace((unsigned char)line[length - 1])) length--;
#else
  while (isspace((unsigned char)line[length - 1])) length--;
#endif
  line[length] = '\0';
}

int main(void) {
  char line[4];
  for (int i = 0; i < 3; i++) line[i] = __VERIFIER_nondet_char();
  line[3] = '\0';
  trim(line);
  return 0;
}
