// The verifier's functions for compiled programs: inputs come from the environment variable INPUTS, "5,-1,7".
#include <math.h>
#include <stdlib.h>
#include <string.h>

static char *rest;

static long long next_input(void) {
  if (!rest) rest = getenv("INPUTS");
  if (!rest || !*rest) exit(250); // out of inputs
  long long value = strtoll(rest, &rest, 0);
  if (*rest == ',') rest++;
  return value;
}

static double next_float(void) {
  if (!rest) rest = getenv("INPUTS");
  if (!rest || !*rest) exit(250);
  double value = strtod(rest, &rest);
  if (*rest == ',') rest++;
  return value;
}

#define INPUT(type, name)                                                                                              \
  type __VERIFIER_nondet_##name(void) { return (type)next_input(); }
INPUT(_Bool, bool)
INPUT(char, char)
INPUT(signed char, schar)
INPUT(unsigned char, uchar)
INPUT(short, short)
INPUT(unsigned short, ushort)
INPUT(int, int)
INPUT(unsigned, uint)
INPUT(unsigned, unsigned)
INPUT(long, long)
INPUT(unsigned long, ulong)
INPUT(long long, longlong)
INPUT(unsigned long long, ulonglong)
INPUT(size_t, size_t)

float __VERIFIER_nondet_float(void) { return next_float(); }
double __VERIFIER_nondet_double(void) { return next_float(); }

void __VERIFIER_assume(int condition) {
  if (!condition) exit(251);
}
__attribute__((weak)) void reach_error(void) { exit(252); }
__attribute__((weak)) void __VERIFIER_error(void) { exit(252); }
