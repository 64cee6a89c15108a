// CHECK ends the program with a status that tells the line where something was not as it should be.
#include <stdlib.h>
#define CHECK(condition)                                                                                               \
  do {                                                                                                                 \
    if (!(condition)) exit(__LINE__ % 255 + 1);                                                                        \
  } while (0)
