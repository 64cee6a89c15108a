// What C leaves open is open: none of these is proved not to happen. Where the compiled program does not do it, that is
// unknown.
// check: -p unreach-call -D ORDER --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p unreach-call -D MATCH --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: --native-replay on -p unreach-call -D STAYS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D NO_DATE
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call -D ZEROS --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p unreach-call -D NAN_SIGN --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// native: no (what happens is open)
#include <limits.h>
#include <stdlib.h>
#include <time.h>
void reach_error(void) {}
unsigned __VERIFIER_nondet_uint(void);
struct pair {
  short key, value;
};
static int by_key(const void *a, const void *b) {
  return ((const struct pair *)a)->key - ((const struct pair *)b)->key;
}
static unsigned long first_word(const void *p) { return *(const unsigned long *)p; }
int main(void) {
  struct pair pairs[3] = {{1, 1}, {1, 2}, {1, 3}}, key = {1, 0};
#ifdef ORDER
  qsort(pairs, 3, sizeof key, by_key);
  if (pairs[0].value == 3 && pairs[1].value == 2) reach_error();
#endif
#ifdef MATCH
  if (bsearch(&key, pairs, 3, sizeof key, by_key) == pairs + 2) reach_error();
#endif
#ifdef STAYS
  char *block = malloc(10);
  if (realloc(block, 10) == block) reach_error();
#endif
#ifdef NO_DATE
  time_t last = LONG_MAX;
  if (gmtime(&last) == 0) reach_error();
#endif
#ifdef ZEROS
  if (__builtin_ctz(__VERIFIER_nondet_uint()) == 77) reach_error();
#endif
#ifdef NAN_SIGN
  double number[2] = {0, 0};
  number[0] /= number[1];
  if (first_word(number) >> 63) reach_error();
#endif
  return 0;
}
