// What printf and its kin return and store: the number of characters, or that something went wrong.
// run: -p unreach-call
// expect: exit 0
// check: -p unreach-call -D FAILS
// expect: status 0: verdict: true
// native: yes
#include "check.h"
#include <stdio.h>
#include <wchar.h>
int main(void) {
  volatile int number = -1234;
  const char *format = "%d|%5d|%-7x|%#o|%s|%.2s|%c|%%";
  int n = 0, m = 0, r = printf("abc%n %d%n\n", &n, number, &m);
  CHECK(n == 3 && m == 9 && (r == 10 || r < 0));
  r = printf("constant\n");
  CHECK(r == 9 || r < 0);
  r = fprintf(stderr, format, number, 7, 255, 8, "text", "text", 'c');
  CHECK(r == 35 || r < 0);
  r = printf("%s%c%%", "ab", 'c');
  CHECK(r == 4 || r < 0);
  CHECK(snprintf(0, 0, "%lld %+d % d %08.3d %x", -9223372036854775807LL - 1, 5, 5, 42, 0) == 37);
  CHECK(snprintf(0, 0, "%u %o", 4294967295u, 8u) == 13);
  char text[8];
  CHECK(sprintf(text, "%ls%lc", L"ab", L'c') == 3 && text[2] == 'c' && text[3] == 0);
  CHECK(snprintf(text, 8, "%ls", L"\x3b1") == -1);
  r = puts("x");
  CHECK(r >= -1);
  CHECK(putchar('x') == 'x' || ferror(stdout));
  CHECK(fwrite("abc", 1, 3, stdout) == 3 || ferror(stdout));
  return 0;
}
