#include "table.h"

#include <string.h>

static unsigned place_of(const char *name) {
#ifdef FIXED
  unsigned hash = 0;
  for (; *name; name++) hash = hash * 33 + (unsigned char)*name;
  return hash % TABLE_PLACES;
#else
  int hash = 0;
  for (; *name; name++) hash = hash * 33 + *name;
  return hash % TABLE_PLACES; // of a negative number, what is left is negative
#endif
}

/// Where the name stands or could stand; TABLE_PLACES if there is no such place.
static unsigned find(const struct table *table, const char *name) {
  unsigned place = place_of(name);
  for (unsigned tries = 0; tries < TABLE_PLACES; tries++) {
    if (!table->names[place] || strcmp(table->names[place], name) == 0) return place;
    place = (place + 1) % TABLE_PLACES;
  }
  return TABLE_PLACES;
}

int table_set(struct table *table, const char *name, int value) {
  unsigned place = find(table, name);
  if (place == TABLE_PLACES) return 0;
  table->names[place] = name;
  table->values[place] = value;
  return 1;
}

int table_get(const struct table *table, const char *name, int *value) {
  unsigned place = find(table, name);
  if (place == TABLE_PLACES || !table->names[place]) return 0;
  *value = table->values[place];
  return 1;
}
