#include "number.h"

char *number_text(int value, int base, char room[NUMBER_ROOM]) {
  char *at = room + NUMBER_ROOM;
#ifdef FIXED
  unsigned rest = value < 0 ? 0u - (unsigned)value : (unsigned)value;
  unsigned by = (unsigned)base;
#else
  int rest = value < 0 ? -value : value; // the smallest number has no opposite
  int by = base;
#endif
  *--at = 0;
  do {
    *--at = "0123456789abcdef"[rest % by];
    rest /= by;
  } while (rest);
  if (value < 0) *--at = '-';
  return at;
}
