// A pointer that is moved far, by several wide indices or step by step, does not reach another object. A number is no object.
// check: --property valid-deref -D STEPS
// expect: status 1: verdict: false(valid-deref)
// check: --property valid-deref -D INDICES
// expect: status 1: verdict: false(valid-deref)
// check: --property valid-deref -D NUMBER
// expect: status 1: verdict: false(valid-deref)
// native: no (accesses what is no object)
struct wide {
  char bytes[250];
};
extern int __VERIFIER_nondet_int(void);
static struct wide a[4], b[4], c[4];
struct wide *others[2] = {b, c};

int main(void) {
#if defined STEPS
  char *p = a[0].bytes;
  for (int i = 0; i < 512; i++) p += 2147483647;
  p += 512;
  return *p;
#elif defined INDICES
  // 2 * 250 * 2^31 and a bit more are the distance of two objects in a pointer's bits.
  int i = 2147483647, j = __VERIFIER_nondet_int();
  struct wide *p = a + i;
  p = p + i;
  p = p + j;
  return j == 103079218 ? p->bytes[0] : 0;
#else
  return *(int *)0x18000000000;
#endif
}
