// Executions beyond a limit of the model are no reason to call a program safe; within a limit that is excluded it is.
// check: -p unreach-call --timeout 8 -DHUGE
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 8 -DNARROW
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 8 -DNARROW --data-model 32
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 8 -DNEGATIVE
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 8 -DNEGATIVE --data-model 32
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 8 -DSOME --data-model 32
// expect: status 2: verdict: true (within limits: objects of at most 8388608 bytes)
// check: -p unreach-call --timeout 8 -DSOME --data-model 32 --engine symex
// expect: status 2: verdict: true (within limits: objects of at most 8388608 bytes)
// check: -p unreach-call --timeout 8 -DSOME --data-model 32 --engine kiki
// expect: status 2: verdict: true (within limits: objects of at most 8388608 bytes)
// check: -p unreach-call --timeout 8 -DFEW --data-model 32 --engine symex
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 8 -DFEW --data-model 32 --engine kiki
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 8 -DMEGABYTES --data-model 32
// expect: status 1: verdict: false(unreach-call)
// check: -p unreach-call --timeout 8 -DQUARTER --data-model 32
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 8 -DARGUMENTS
// expect: status 2: verdict: true (within limits: at most 3 arguments of main, of at most 15 characters)
// check: -p unreach-call --timeout 8 -DARGUMENTS --engine symex
// expect: status 2: verdict: true (within limits
// check: -p unreach-call --timeout 8 -DARGUMENTS --engine kiki
// expect: status 2: verdict: true (within limits
// check: -p unreach-call --timeout 8 -DCOUNT --data-model 32
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 8 -DENVIRONMENT
// expect: status 2: verdict: true (within limits: an empty environment of main)
// native: no (for checking)
#if defined(NARROW)
extern void *malloc(unsigned);
extern void free(void *);
#else
#include <stdlib.h>
#endif
void reach_error(void) {}
extern unsigned long __VERIFIER_nondet_ulong(void);
extern int __VERIFIER_nondet_int(void);

#if defined(ARGUMENTS)
int main(int argc, char **argv) {
  if (argc > 10 && argv[0] != 0) reach_error();
  return 0;
}
#elif defined(COUNT)
int main(int argc, char **argv) {
  if (argc > 2000000000 || argc < 0) reach_error();
  return 0;
}
#elif defined(ENVIRONMENT)
int main(int argc, char **argv, char **env) {
  if (env[0] != 0) reach_error();
  return 0;
}
#else
int main(void) {
  unsigned long n = __VERIFIER_nondet_ulong();
#if defined(HUGE) // there is no such block, and the execution goes on
  char *p = malloc(n);
  if (n > (1ul << 41)) reach_error();
#elif defined(NARROW)
  char *p = malloc(16);
  p[15] = 3;
  if (p[15] == 3) reach_error();
#elif defined(NEGATIVE)
  char *p = malloc(-1);
  if (p == 0) reach_error();
#elif defined(SOME) // a machine has such blocks
  char *p = malloc(n);
  if (n > 20000000 && n < 30000000) reach_error();
#elif defined(FEW)
  n = n % 1000 + 1;
  char *p = malloc(n);
  p[n - 1] = 7;
  if (p[n - 1] != 7) reach_error();
#elif defined(MEGABYTES)
  n = 5000000 + n % 1000;
  char *p = malloc(n);
  p[n - 1] = 7;
  if (p[n - 1] == 7 && n == 5000123) reach_error();
#elif defined(QUARTER)
  char *p = malloc(256u << 20);
  p[0] = 1;
  if (p[0] != 1) reach_error();
#endif
  free(p);
  return 0;
}
#endif
