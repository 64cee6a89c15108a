// Numbers by name, in a table of fixed size: a name that finds its place taken goes to the next one.
#ifndef TABLE_H
#define TABLE_H

enum { TABLE_PLACES = 4 };

struct table {
  const char *names[TABLE_PLACES];
  int values[TABLE_PLACES];
};

int table_set(struct table *table, const char *name, int value); // 0: there is no room
int table_get(const struct table *table, const char *name, int *value); // 0: there is no such name

#endif
