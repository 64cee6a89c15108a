// What is undefined for everyone to see stays where it is, and so does what stands behind it.
// run: -p valid-deref --inputs 1
// expect: error(valid-deref) at line 21
// run: -p valid-deref --inputs 2
// expect: error(valid-deref) at line 22
// run: -p valid-deref --inputs 3
// expect: error(valid-deref) at line 23
// run: -p valid-deref --inputs 4
// expect: error(valid-deref) at line 35: computed goto
// run: -p valid-deref --inputs 5
// expect: exit 5
// run: -p unreach-call --inputs 6
// expect: error(unreach-call) at line 29
// native: no (null is accessed)
extern int __VERIFIER_nondet_int(void);
void reach_error(void) {}
int main(void) {
  int which = __VERIFIER_nondet_int();
  void *labels[] = {&&one, &&two};
  switch (which) {
  case 1: *(int *)0 = 9; break;
  case 2: ((void (*)(void))0)(); break;
  case 3: return *(volatile char *)0;
  case 4: goto *(void *)(which * 0l);
  case 5: goto *labels[1];
  case 6:
    if (which == 7) *(int *)0 = 1;
    if (which == 7) __builtin_unreachable();
    reach_error();
  }
one:
  return labels[0] == labels[1];
two:
  return which;
}
