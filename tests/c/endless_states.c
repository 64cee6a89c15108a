// Executions that never end are found, and what only looks like one is not taken for one: a state is all that the rest
// depends on.
// check: --property termination -D CASE=1
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=2
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=3
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=4
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=5
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=6
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=7
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=8
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=9
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=10
// expect: status 1: verdict: false(termination)
// check: --property termination -D CASE=11
// expect: status 1: verdict: false(termination)
// check: --property termination --engine nontermination --timeout 1 -D CASE=12
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 1 -D CASE=13
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 1 -D CASE=14
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 1 -D CASE=15
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 1 -D CASE=16
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 1 -D CASE=17
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 1 -D CASE=18
// expect: status 2: verdict: unknown
// check: --property termination --engine nontermination --timeout 1 -D CASE=19
// expect: status 2: verdict: unknown
// check: --property termination --timeout 1 -D CASE=20
// expect: no: verdict: false
// check: --property termination --timeout 1 -D CASE=21
// expect: no: verdict: false
// check: --property termination --timeout 1 -D CASE=22
// expect: no: verdict: false
// check: --property termination --timeout 1 -D CASE=23
// expect: no: verdict: false
// check: --property termination --timeout 1 -D CASE=24
// expect: no: verdict: false
// check: --property termination --timeout 1 -D CASE=25
// expect: no: verdict: false
// native: no (does not end)
#include <stdio.h>
#include <stdlib.h>
#include <time.h>
int nondet(void) { extern int __VERIFIER_nondet_int(void); return __VERIFIER_nondet_int(); }
void __VERIFIER_assume(int);
struct node { struct node *next; };
static int count;
static int isDone(void) { return ++count == 5000; }
static void same(int n) { if (n != 7) same(n); }
static void pong(int n);
static void ping(int n) { if (n != 7) pong(1 - n); }
static void pong(int n) { if (n != 8) ping(n); }
static void twice(int n) { if (n > 0) { twice(n - 1); twice(n - 1); } }
static void counted(int n) { if (++count != 5000) counted(n); }
int main(void) {
#if CASE == 1 // nothing changes
  int x = nondet(); while (x > 3) { if (x > 9) x--; }
#elif CASE == 2 // a counter that decides nothing
  unsigned n = 0; while (nondet() != 3) n++;
#elif CASE == 3 // what is printed decides nothing
  unsigned n = 0; for (;;) printf("%u\n", n++);
#elif CASE == 4 // a small counter wraps around
  unsigned char c = 0; while (c <= 255) c++;
#elif CASE == 5 // a step over the bound
  unsigned char c = 1; while (c != 100) c += 2;
#elif CASE == 6 // a list with a cycle
  struct node a, b; a.next = &b; b.next = &a; for (struct node *p = &a; p; p = p->next) {}
#elif CASE == 7 // blocks that live for one round
  for (;;) { int *p = malloc(sizeof *p); *p = 1; if (*p != 1) break; free(p); }
#elif CASE == 8 // a recursion in the same state
  same(nondet());
#elif CASE == 9 // two functions in turns
  ping(0);
#elif CASE == 10 // inputs that must be as before
  int x = nondet(); for (;;) if (nondet() != x * 3u) return 0;
#elif CASE == 11 // contents of memory
  int *p = malloc(sizeof *p); while (*p == 12345) {}
#elif CASE == 12 // a counter in memory
  int *p = malloc(sizeof *p); *p = 0; while (*p < 5000) ++*p; free(p);
#elif CASE == 13 // a counter in blocks that come and go
  int *p = malloc(sizeof *p); *p = 0; while (*p < 5000) { int n = *p; free(p); p = malloc(sizeof *p); *p = n + 1; }
#elif CASE == 14 // a counter of a function that is called
  while (!isDone()) {}
#elif CASE == 15 // a counter behind two pointers
  int n = 0; int *p = &n; int **q = &p; while (**q < 5000) ++**q;
#elif CASE == 16 // a recursion with the same argument, but not inside
  twice(12);
#elif CASE == 17 // a recursion that a global variable counts
  counted(7);
#elif CASE == 18 // a large counter
  unsigned n = 0; while (n != 4000000) n++;
#elif CASE == 19 // bytes of a block are copied one by one
  char a[8] = "abcdefg", b[8] = ""; for (int i = 0; a[i]; i++) b[i] = a[i]; while (b[6] != 'z') b[6]++;
#elif CASE == 20 // signed arithmetic that overflows is no endless execution
  int i = 1; while (i > 0) i++;
#elif CASE == 21 // nor what depends on places in memory
  int a, b; while (&a < &b) {}
#elif CASE == 22 // nor a failed assumption
  for (;;) { int x = nondet(); __VERIFIER_assume(x == 1 && x == 2); }
#elif CASE == 23 // nor a clock that stands still
  while (time(0) < 1000) {}
#elif CASE == 24 // nor an access outside
  int a[4] = {0}; unsigned i = 0; while (a[i] == 0) i++;
#elif CASE == 25 // nor a division by zero
  int x = 7; for (;;) { int y = 1 / x; x--; }
#endif
  return 0;
}
