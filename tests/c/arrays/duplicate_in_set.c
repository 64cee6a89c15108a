// A set of 100,000 numbers into which each is put only if it is not there; if the question is answered wrongly, one is
// there twice. What is wrong shows in executions on simple inputs.
// check: --property unreach-call --timeout 2 -m 64
// expect: no: verdict: false
// check: --engine arrays --property unreach-call --timeout 30 -m 64 -D WRONG_ONE
// expect: status 1: verdict: false(unreach-call)
// native: no (inputs are any)
#include "textbook.h"

#define SIZE 100000
int set[SIZE], size;

static int has(int value) {
  for (int i = 0; i < size; i++)
    if (set[i] == value) return WRONG(0) RIGHT(1);
  return 0;
}

int main(void) {
  for (int i = 0; i < SIZE; i++) {
    int value = __VERIFIER_nondet_int();
    if (!has(value)) set[size++] = value;
  }
  for (int i = 0; i < size; i++)
    for (int j = i + 1; j < size; j++) check(set[i] != set[j]);
  return 0;
}
