// CHECK ends the program with a status that tells the line where something was not as it should be. When the program is
// verified, that is an error.
#include <stdlib.h>
#ifdef VERIFIED
extern void reach_error(void);
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) reach_error();                                                                                   \
  } while (0)
#else
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) exit(__LINE__ % 255 + 1);                                                                        \
  } while (0)
#endif
