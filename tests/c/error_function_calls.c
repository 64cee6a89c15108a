// The error function is called by whoever runs it: as a constructor or destructor, from atexit, through a pointer, by another name.
// check: -p unreach-call --timeout 20 -DDESTRUCTOR
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DDESTRUCTOR --engine symex
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DDESTRUCTOR --engine kiki
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DCONSTRUCTOR
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DCONSTRUCTOR -m 32
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DEXITS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DAT_EXIT
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DPOINTER
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DTABLE
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DALIAS
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DALIAS_POINTER
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DCLEANUP
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 20 -DQUICK
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 20
// expect: status 0: verdict: true
// check: -p valid-deref --timeout 20 -DDESTRUCTOR
// expect: status 0: verdict: true
// native: no (for checking)
#include <stdlib.h>
#if defined(DESTRUCTOR) || defined(EXITS) || defined(QUICK)
__attribute__((destructor)) void reach_error(void) {}
#elif defined(CONSTRUCTOR)
__attribute__((constructor)) void reach_error(void) {}
#elif defined(ALIAS) || defined(ALIAS_POINTER)
void real(void) {}
void reach_error(void) __attribute__((alias("real")));
#elif defined(CLEANUP)
void reach_error(int *x) {}
#else
void reach_error(void) {}
#endif

#if defined(TABLE)
static void (*const table[2])(void) = {0, reach_error};
#endif

int main(int argc, char **argv) {
#if defined(EXITS)
  exit(3);
#elif defined(QUICK)
  _Exit(3);
#elif defined(AT_EXIT)
  atexit(reach_error);
#elif defined(POINTER)
  void (*f)(void) = argc > 0 ? reach_error : 0;
  f();
#elif defined(TABLE)
  table[argc > 0]();
#elif defined(ALIAS)
  reach_error();
#elif defined(ALIAS_POINTER)
  void (*f)(void) = reach_error;
  f();
#elif defined(CLEANUP)
  __attribute__((cleanup(reach_error))) int x = 0;
#endif
  return 0;
}
