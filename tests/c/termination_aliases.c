// Pointers to the counter, and callees that change it.
// check: --property termination --timeout 15 -D SAME
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D OTHER
// expect: status 0: verdict: true
// verdict: false(termination) --property termination -D SWAPPED
// check: --property termination --timeout 15 -D GLOBAL
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D GLOBAL_ENDS
// expect: status 0: verdict: true
// verdict: false(termination) --property termination -D RETURNED
// native: no (it may not end)
extern unsigned char __VERIFIER_nondet_uchar(void);
static unsigned count;
static void step(unsigned *up, unsigned *down) {
  ++*up;
  --*down;
}
static void touch(void) {
#ifdef GLOBAL
  if (count == 5) count = 3;
#else
  if (count == 5) count = 7;
#endif
}
static unsigned *chosen(unsigned *a, unsigned *b, int which) { return which ? a : b; }
int main(void) {
  unsigned n = __VERIFIER_nondet_uchar(), i = 0, j = 1000;
#ifdef SAME
  while (i < n) step(&i, &i);
#elif defined OTHER
  while (i < n) step(&i, &j);
#elif defined SWAPPED
  unsigned *p = &i, *q = &j;
  while (i < n + 2) { // first one way, then the other
    ++*p;
    if (i == 2) --*p, q = p, p = &j;
  }
#elif defined RETURNED
  while (i < n) ++*chosen(&i, &j, i < 10);
#else
  for (count = 0; count < n; count++) touch();
#endif
  return 0;
}
