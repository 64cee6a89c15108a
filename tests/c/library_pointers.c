// A call through a pointer may go to library functions whose address is taken somewhere, of other types, or that are not
// supported: each is a branch of its own.
// check: -p assert
// expect: status 1: verdict: false(assert)
// check: -p assert -D RIGHT
// expect: status 0: verdict: true
// check: -p assert -D JUMP
// expect: status 2: longjmp
// native: no (it is made to fail)
#include <assert.h>
#include <math.h>
#include <setjmp.h>
#include <stdlib.h>
#include <string.h>
extern int __VERIFIER_nondet_int(void);
static void *(*copy)(void *, const void *, size_t) = memcpy;
static double (*root)(double) = sqrt;
static int mine(int a, int b) { return a + b; }
static int three(int a, int b, int c) { return a + b + c; }
static int (*f)(int, int) = mine;
static int (*g)(int, int, int) = three;
static void (*jump)(jmp_buf, int) = longjmp;
static void (*end)(int) = exit;
static jmp_buf buffer;
int main(void) {
  char to[2], from[2] = "x";
  copy(to, from, 2);
  int r = f(3, 4);
  if (root(4.0) != 2.0) r = 0;
#ifdef JUMP
  if (__VERIFIER_nondet_int()) jump(buffer, 1);
  assert(r == 7);
#elif defined RIGHT
  assert(r == 7 && g(r, 1, 1) == 9);
#else
  assert(r != 7);
#endif
  end(0);
}
