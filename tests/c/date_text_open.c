// What strftime makes of the name of a time zone is open: any text that fits, or 0.
// check: -p assert -p memsafety --engine symex
// expect: status 0: verdict: true
// check: -p assert -DSHORT --engine symex --native-replay off
// expect: status 2: depends on what the model leaves open
// native: no (what it prints is the system's)
#include <assert.h>
#include <string.h>
#include <time.h>

int main(void) {
  struct tm date = {.tm_mday = 1, .tm_year = 70};
  char text[4];
  const size_t length = strftime(text, sizeof text, "%Z", &date);
  assert(length < sizeof text);
  if (length > 0) assert(strlen(text) == length);
#ifdef SHORT
  assert(length != 2);
#endif
  return 0;
}
