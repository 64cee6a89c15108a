// scanf keeps to its widths, leaves what does not belong to a conversion, and writes what it is given room for.
// check: -p unreach-call -D CASE=0
// expect: status 0: verdict: true
// check: -p unreach-call -D CASE=1
// expect: status 0: verdict: true
// check: -p unreach-call -D CASE=2
// expect: status 0: verdict: true
// check: -p memsafety -D CASE=3
// expect: status 0: verdict: true
// check: -p memsafety -D CASE=4
// expect: status 1: verdict: false(valid-deref)
// check: -p memsafety -D CASE=5
// expect: status 1: verdict: false(valid-deref)
// check: -p unreach-call -D CASE=6
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D CASE=8
// expect: no: verdict: true
// run: -p unreach-call -D CASE=7
// expect: exit 0
// native: no (the case is given on the command line)
#include <stdio.h>
#include <wchar.h>
void reach_error(void) {}
#define MUST(condition)                                                                                                \
  if (!(condition)) reach_error()
int main(void) {
  int number = 0;
  unsigned hex = 0;
  wchar_t wide[4] = L"";
  char set[3] = "", c = 0;
#if CASE == 0
  if (scanf("%2d", &number) == 1) MUST(number >= -9 && number <= 99);
  if (scanf("%2x", &hex) == 1) MUST(hex <= 255 || hex >= -15u);
#elif CASE == 1
  if (scanf("%d", &number) == 1) {
    int next = getchar();
    MUST(next < '0' || next > '9');
  }
#elif CASE == 2
  if (scanf("%2[ab]", set) == 1) MUST(set[0] == 'a' || set[0] == 'b');
  if (ungetc('7', stdin) == '7') MUST(scanf("%c", &c) == 1 && c == '7');
#elif CASE == 3
  scanf("%3ls %lc %2s %*s %2[^x]", wide, wide, set, set);
#elif CASE == 4
  scanf("%4ls", wide);
#elif CASE == 5
  scanf("%s", set);
#elif CASE == 6
  if (scanf("%3d", &number) == 1 && number == 999) reach_error();
#elif CASE == 8 // the file may end before the width is reached
  if (scanf("%2c", set) == 1) MUST(!feof(stdin));
#else
  int count = sscanf("12 1.5 word", "%d %*f %3ls", &number, wide);
  MUST(count == 2 && number == 12 && wide[2] == L'r' && wide[3] == 0);
  float f = 0;
  double d = 0;
  MUST(sscanf("-2.5e1,0.25", "%f,%lf", &f, &d) == 2 && f == -25 && d == 0.25);
  MUST(sscanf("42", "%2c", set) == 1 && set[1] == '2' && sscanf("7f", "%x%c", &hex, &c) == 1 && hex == 127);
#endif
  return 0;
}
