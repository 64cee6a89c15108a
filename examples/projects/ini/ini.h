// Reads a file of lines `name=digit`; `#` begins a remark.
#ifndef INI_H
#define INI_H

enum { INI_NAME = 2 }; // with the zero at its end

struct ini_entry {
  short value;
  char name[INI_NAME];
};

/// The number of entries, or -1 if there is no such file or a line is wrong.
int ini_read(const char *path, struct ini_entry *entries, int room);

#endif
