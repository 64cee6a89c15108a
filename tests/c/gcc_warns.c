// What gcc only warns about: numbers of escape sequences that do not fit are cut off; a function without result may be
// defined after it was called.
// run:
// expect: exit 0
// native: no (clang calls it an error)
main() {
  const char s[] = "a\x20ac" "\x41", t[] = "\777\x1", *u = L"\x20ac" ? "\\x123" : "";
  int *p = "text", n = sizeof s;
  if (n != 4 || s[1] != (char)0xac || s[2] != 'A') return 1;
  if (sizeof t != 3 || t[0] != (char)0xff || '\xfff' != -1 || u[1] != 'x') return 2;
  late(3);
  return p == 0 || value() != 3;
}
static int late_value = 1;
void late(int n) { late_value = n; }
int value(void) { return late_value; }
