// run: -p unreach-call
// expect: unsupported at line 10: assembly
// run: -p unreach-call -DSKIP
// expect: exit 0
// native: no (not modelled)
int main(void) {
#ifndef SKIP
  int x;
  int y = 5;
  __asm__("movl %1, %0" : "=r"(x) : "r"(y));
  return x;
#endif
  return 0;
}
