// Characters of a text in UTF-8.
#ifndef UTF8_H
#define UTF8_H

/// The character at `*text`, which moves on; -1 if the bytes are none. `end` is where the text ends.
int utf8_next(const unsigned char **text, const unsigned char *end);

#endif
