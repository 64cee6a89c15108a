// Whether a text fits a pattern: `?` is any character, `*` any number of them, `[xyz]` one of these.
#ifndef GLOB_H
#define GLOB_H

int glob_fits(const char *pattern, const char *text);

#endif
