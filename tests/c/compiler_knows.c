// What a compiler may find out, or not: nothing follows from either answer.
// check: -p unreach-call --timeout 20 -DINLINED --native-replay off
// expect: status 2: __builtin_constant_p
// check: -p unreach-call --timeout 20 -DVARIABLE --native-replay off
// expect: status 2: __builtin_constant_p
// check: -p unreach-call --timeout 20 -DNOT_KNOWN --native-replay off
// expect: status 2: __builtin_constant_p
// check: -p unreach-call --timeout 20 -DSIZE --native-replay off
// expect: status 2: __builtin_object_size
// check: -p unreach-call --timeout 20 -DSIZE_NOT_KNOWN --native-replay off
// expect: status 2: __builtin_object_size
// check: -p unreach-call --timeout 20 -DSIZE_OF_PART --native-replay off
// expect: status 2: object_size
// check: -p unreach-call --timeout 20 -DSIZE_AT_LEAST --native-replay off
// expect: status 2: __builtin_object_size
// check: -p unreach-call --timeout 20 -DSIZE_OF_HEAP --native-replay off
// expect: status 2: __builtin_object_size
// check: -p unreach-call --timeout 20 -DSIZE_FROM_WITHIN -m 32 --native-replay off
// expect: status 2: __builtin_object_size
// check: -p unreach-call --timeout 20
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 20 -m 32
// expect: status 0: verdict: true
// native: no (compilers differ)
#include <stdlib.h>
void reach_error(void) {}
extern int __VERIFIER_nondet_int(void);
static inline __attribute__((always_inline)) int known(int x) { return __builtin_constant_p(x); }

int main(void) {
  char a[10], *p = a, *inner = a + 3;
  struct {
    char first[4], second[8];
  } s;
  char *part = s.first;
  int five = 5;
#if defined(INLINED)
  if (known(5)) reach_error();
#elif defined(VARIABLE)
  if (__builtin_constant_p(five)) reach_error();
#elif defined(NOT_KNOWN)
  if (!__builtin_constant_p(five)) reach_error();
#elif defined(SIZE)
  if (__builtin_object_size(p, 0) == 10) reach_error();
#elif defined(SIZE_NOT_KNOWN)
  if (__builtin_object_size(p, 0) == (size_t)-1) reach_error();
#elif defined(SIZE_OF_PART)
  if (__builtin_object_size(part, 1) == 4) reach_error();
#elif defined(SIZE_AT_LEAST)
  if (__builtin_object_size(p, 2) == 10) reach_error();
#elif defined(SIZE_OF_HEAP)
  char *block = malloc(7);
  if (__builtin_dynamic_object_size(block, 0) == 7) reach_error();
#elif defined(SIZE_FROM_WITHIN)
  if (__builtin_object_size(inner, 0) == 7) reach_error();
#else // what no compiler says
  if (!__builtin_constant_p(5) || __builtin_object_size(a, 0) != 10) reach_error();
  if (__builtin_object_size(p, 0) < 10 || __builtin_object_size(p, 2) > 10) reach_error();
  if (__builtin_object_size(inner, 0) < 7 || __builtin_dynamic_object_size(inner, 2) > 7) reach_error();
  if (known(five + __VERIFIER_nondet_int()) > 1) reach_error();
#endif
  return 0;
}
