#include "ini.h"

#include <stdio.h>
#include <string.h>

/// 0: a remark or an empty line; 1: an entry; -1: neither.
static int parse(const char *line, struct ini_entry *entry) {
  if (*line == '#' || *line == '\n' || *line == 0) return 0;
  int length = 0;
  for (; *line != '=' && *line != 0; line++) {
#ifdef FIXED
    if (length == INI_NAME - 1) return -1;
#else
    if (length == INI_NAME) return -1; // the zero needs a place, too
#endif
    entry->name[length++] = *line;
  }
  entry->name[length] = 0;
  if (line[0] != '=' || line[1] < '0' || line[1] > '9') return -1;
  entry->value = (short)(line[1] - '0');
  return 1;
}

int ini_read(const char *path, struct ini_entry *entries, int room) {
  char line[6];
  int count = 0;
  FILE *file = fopen(path, "r");
  if (!file) return -1;
  while (count < room && fgets(line, sizeof line, file)) {
    int kind = parse(line, &entries[count]);
    if (kind < 0) {
      count = -1;
      break;
    }
    count += kind;
  }
  fclose(file);
  return count;
}
