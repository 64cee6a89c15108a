// Walks over a JSON text without building anything.
#ifndef JSON_H
#define JSON_H

/// Behind the string that begins at `text` with a quotation mark; null if it does not end before `end`.
const char *json_skip_string(const char *text, const char *end);
/// Behind the value that begins there: a string, a number, or a list of values; null if it is none.
const char *json_skip_value(const char *text, const char *end, int depth);

#endif
