// repeat [-n DIGIT] TEXT: prints a text a number of times. A whole program: its arguments are the inputs.
#include <stdio.h>
#include <string.h>

/// The digit that a text consists of; -1 for other texts.
static int digit_of(const char *text) { return text[0] >= '0' && text[0] <= '9' && !text[1] ? text[0] - '0' : -1; }

int main(int argc, char **argv) {
  int count = 1, at = 1;
  if (argc > 1 && strcmp(argv[1], "-n") == 0) {
#ifdef FIXED
    if (argc < 3) return 2;
#endif
    count = digit_of(argv[2]); // which need not be there
    at = 3;
  }
  if (at >= argc || count < 0) return 2;
  for (int i = 0; i < count; i++) puts(argv[at]);
  return 0;
}
