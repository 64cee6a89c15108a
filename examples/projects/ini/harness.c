// A file with anything in it, of which one entry is wanted. The file is not there: its contents are an input.
#include "ini.h"

#include <assert.h>
#include <stdlib.h>
#include <string.h>

int main(void) {
  struct ini_entry *entry = malloc(sizeof *entry);
  int count = ini_read("settings.ini", entry, 1);
  if (count == 1) assert(strlen(entry->name) < INI_NAME && entry->value >= 0);
  free(entry);
  return 0;
}
