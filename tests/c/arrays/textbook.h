// What textbook programs about arrays share: WRONG(...) stands in the wrong neighbour of a program, RIGHT(...) in the
// right one.
extern void __VERIFIER_error(void);
extern int __VERIFIER_nondet_int(void);
extern char __VERIFIER_nondet_char(void);

#ifdef WRONG_ONE
#define WRONG(...) __VA_ARGS__
#define RIGHT(...)
#else
#define WRONG(...)
#define RIGHT(...) __VA_ARGS__
#endif

static void check(int condition) {
  if (!condition) __VERIFIER_error();
}
