// Every input function of SV-COMP, in order.
// run: --inputs 1,-2,200,-300,60000,-70000,4000000000,-5,6,-7000000000,8000000000,9,10
// expect: exit 0
// run: --inputs 1,-2,200,-300
// expect: out of inputs at line 25
// native: no (the second run has no inputs left)
#include "check.h"
#include <stddef.h>
extern _Bool __VERIFIER_nondet_bool(void);
extern char __VERIFIER_nondet_char(void);
extern unsigned char __VERIFIER_nondet_uchar(void);
extern short __VERIFIER_nondet_short(void);
extern unsigned short __VERIFIER_nondet_ushort(void);
extern int __VERIFIER_nondet_int(void);
extern unsigned __VERIFIER_nondet_uint(void);
extern long __VERIFIER_nondet_long(void);
extern unsigned long __VERIFIER_nondet_ulong(void);
extern long long __VERIFIER_nondet_longlong(void);
extern unsigned long long __VERIFIER_nondet_ulonglong(void);
extern size_t __VERIFIER_nondet_size_t(void);
extern unsigned __VERIFIER_nondet_unsigned(void);
int main(void) {
  CHECK(__VERIFIER_nondet_bool() == 1 && __VERIFIER_nondet_char() == -2);
  CHECK(__VERIFIER_nondet_uchar() == 200 && __VERIFIER_nondet_short() == -300);
  CHECK(__VERIFIER_nondet_ushort() == 60000);
  CHECK(__VERIFIER_nondet_int() == -70000 && __VERIFIER_nondet_uint() == 4000000000u);
  CHECK(__VERIFIER_nondet_long() == -5 && __VERIFIER_nondet_ulong() == 6);
  CHECK(__VERIFIER_nondet_longlong() == -7000000000LL && __VERIFIER_nondet_ulonglong() == 8000000000ULL);
  CHECK(__VERIFIER_nondet_size_t() == 9 && __VERIFIER_nondet_unsigned() == 10);
  return 0;
}
