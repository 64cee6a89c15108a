#include "json.h"

#include <stddef.h>

const char *json_skip_string(const char *text, const char *end) {
  for (text++; text < end; text++) {
    if (*text == '"') return text + 1;
#ifdef FIXED
    if (*text == '\\' && ++text == end) return NULL;
#else
    if (*text == '\\') text++; // even if nothing follows
#endif
    if (*text == '\n') return NULL;
  }
  return NULL;
}

const char *json_skip_value(const char *text, const char *end, int depth) {
  if (text == end || depth == 0) return NULL;
  if (*text == '"') return json_skip_string(text, end);
  if (*text != '[') {
    const char *begin = text;
    while (text < end && *text >= '0' && *text <= '9') text++;
    return text == begin ? NULL : text;
  }
  text++;
  if (text < end && *text == ']') return text + 1;
  for (;;) {
    text = json_skip_value(text, end, depth - 1);
    if (!text || text == end) return NULL;
    if (*text == ']') return text + 1;
    if (*text++ != ',') return NULL;
  }
}
