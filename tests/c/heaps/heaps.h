// What the programs of this folder share. `any()` is any number: most of them build lists of any length.
#include <stdlib.h>
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
#define any() __VERIFIER_nondet_int()
#define CLAIM(condition)              \
  do {                                \
    if (!(condition)) reach_error();  \
  } while (0)
