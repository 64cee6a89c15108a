#include "utf8.h"

int utf8_next(const unsigned char **text, const unsigned char *end) {
  static const int least[] = {0, 0x80, 0x800, 0x10000};
  const unsigned char *at = *text;
  int more = *at < 0x80 ? 0 : *at < 0xc0 ? -1 : *at < 0xe0 ? 1 : *at < 0xf0 ? 2 : *at < 0xf8 ? 3 : -1;
#ifdef FIXED
  if (more < 0 || end - at <= more) return -1;
#else
  if (more < 0 || end - at < more) return -1; // the first byte counts as well
#endif
  int character = more == 0 ? *at : *at & (0x3f >> more);
  for (int i = 1; i <= more; i++) {
    if ((at[i] & 0xc0) != 0x80) return -1;
    character = character << 6 | (at[i] & 0x3f);
  }
  if (character < least[more] || character > 0x10ffff) return -1;
  *text = at + more + 1;
  return character;
}
