// More of what the standard leaves open: none of these is proved not to happen.
// check: -p unreach-call -D BASE --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p unreach-call -D QUOTIENT --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p unreach-call -D TAG --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p unreach-call -D PREFIX --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p unreach-call -D CHARACTER --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p valid-deref -D CHARACTER
// expect: status 1: verdict: false(valid-deref)
// check: -p no-overflow -D COMPARED --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// check: -p no-overflow -D SEARCHED --native-replay off
// expect: status 2: a violation depends on what the model leaves open
// native: no (what happens is open)
#include <ctype.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
void reach_error(void) {}
static int by_difference(const void *a, const void *b) { return *(const int *)a - *(const int *)b; }
int main(void) {
  char text[] = "12", *end = text + 1;
  int number = 7, numbers[5] = {-2, 0, 1, 2, 2147483647};
  double a, b;
#ifdef BASE
  strtol(text, &end, 99);
  if (end == text + 1) reach_error();
#endif
#ifdef QUOTIENT
  remquo(INFINITY, 1, &number);
  if (number == 7) reach_error();
#endif
#ifdef TAG
  a = nan("1");
  b = nan("2");
  if (memcmp(&a, &b, sizeof a) != 0) reach_error();
#endif
#ifdef PREFIX
  if (sscanf("0xz", "%x", &number) == 0) reach_error();
#endif
#ifdef CHARACTER
  if ((isalpha)(1000)) reach_error();
#endif
#ifdef COMPARED
  qsort(numbers, 5, sizeof(int), by_difference);
#endif
#ifdef SEARCHED
  number = -2;
  bsearch(&number, numbers, 5, sizeof(int), by_difference);
#endif
  return 0;
}
