// The day of the year. Asserts that it is one; there is a mistake that few dates show.
// Tests cover 37 of 38 branches; one belongs to the sizeof in assert.
#include <assert.h>

extern unsigned __VERIFIER_nondet_uint(void);

static int isLeapYear(unsigned year) { return year % 400 == 0 || (year % 4 == 0 && year % 100 != 0); }

static unsigned daysOf(unsigned month, unsigned year) {
  switch (month) {
  case 2:
    return isLeapYear(year) ? 29 : 28;
  case 4:
  case 6:
  case 9:
  case 11:
    return 30;
  default:
    return 31;
  }
}

int main(void) {
  unsigned year = __VERIFIER_nondet_uint(), month = __VERIFIER_nondet_uint(), day = __VERIFIER_nondet_uint();
  if (year < 1583 || year > 9999 || month < 1 || month > 12 || day < 1 || day > daysOf(month, year)) return 1;
  unsigned number = day;
  for (unsigned m = 1; m < month; m++) number += daysOf(m, year);
  assert(number <= 365); // not in leap years
  return 0;
}
