// ctype.h, through functions and glibc's tables.
// run:
// expect: exit 0
// native: yes
#include "check.h"
#include <ctype.h>

int main(void) {
  int letters = 0, digits = 0, spaces = 0, punctuation = 0, hex = 0, printable = 0, control = 0, upper = 0;
  for (int c = 0; c < 256; c++) {
    letters += !!isalpha(c);
    digits += !!isdigit(c);
    spaces += !!isspace(c);
    punctuation += !!ispunct(c);
    hex += !!isxdigit(c);
    printable += !!isprint(c);
    control += !!iscntrl(c);
    upper += !!isupper(c);
    CHECK(!!isalnum(c) == (isalpha(c) || isdigit(c)));
    CHECK(!!isgraph(c) == (isprint(c) && c != ' '));
  }
  CHECK(letters == 52 && digits == 10 && spaces == 6 && punctuation == 32 && hex == 22);
  CHECK(printable == 95 && control == 33 && upper == 26 && !isalpha(EXIT_SUCCESS - 1));
  CHECK(toupper('a') == 'A' && tolower('Z') == 'z' && toupper('1') == '1' && tolower(-1) == -1);
  CHECK((isalpha)('q') && (toupper)('q') == 'Q' && isblank('\t') && islower('q'));
  return 0;
}
