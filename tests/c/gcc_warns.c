// What gcc only warns about: numbers of escape sequences that do not fit are cut off.
// run:
// expect: exit 0
// native: no (clang calls it an error)
main() {
  const char s[] = "a\x20ac" "\x41", t[] = "\777\x1", *u = L"\x20ac" ? "\\x123" : "";
  int *p = "text", n = sizeof s;
  if (n != 4 || s[1] != (char)0xac || s[2] != 'A') return 1;
  if (sizeof t != 3 || t[0] != (char)0xff || '\xfff' != -1 || u[1] != 'x') return 2;
  return p == 0;
}
