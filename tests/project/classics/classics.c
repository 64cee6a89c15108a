#include <stdlib.h>
#include <string.h>
#include <stdio.h>
#ifdef FIXED
#define BUG(wrong, right) right
#else
#define BUG(wrong, right) wrong
#endif

/* Off by one: the largest of a list. */
int list_largest(const int *list, unsigned count) {
  int largest = 0;
  for (unsigned i = 0; BUG(i <= count, i < count); i++)
    if (list[i] > largest) largest = list[i];
  return largest;
}

/* A leak on the way out. */
int text_parse_pair(const char *text, int *left, int *right) {
  char *copy = malloc(strlen(text) + 1);
  if (!copy) return -1;
  strcpy(copy, text);
  char *comma = strchr(copy, ',');
  if (!comma) {
    BUG(, free(copy));
    return -1;
  }
  *comma = 0;
  *left = copy[0] == '1';
  *right = comma[1] == '1';
  free(copy);
  return 0;
}

/* Use after free: a list is taken apart. */
struct node {
  struct node *next;
  int value;
};
void nodes_free(struct node *first) {
  while (first) {
    struct node *next = first->next;
    free(first);
    first = BUG(first->next, next);
  }
}

/* Overflow: the middle of two numbers. */
int range_middle(int low, int high) {
  if (low < 0 || high < low) return -1;
  return BUG((low + high) / 2, low + (high - low) / 2);
}

/* A value that is not set on each way. */
int mode_of(const char *name) {
  int mode BUG(, = 0);
  if (strcmp(name, "r") == 0) mode = 1;
  else if (strcmp(name, "w") == 0) mode = 2;
  return mode;
}

/* Freed twice, where two things go wrong. */
int buffer_fill(unsigned size, int fails) {
  char *data = malloc(size);
  if (!data) return -1;
  memset(data, 0, size);
  if (fails) {
    free(data);
    BUG(, return -1);
  }
  free(data);
  return 0;
}

/* The size of a pointer for that of an object. */
struct entry {
  char name[24];
  unsigned long hash;
};
struct entry *entry_new(unsigned long hash) {
  struct entry *made = malloc(BUG(sizeof made, sizeof *made));
  if (!made) return NULL;
  memset(made->name, 0, sizeof made->name);
  made->hash = hash;
  return made;
}

/* No terminator behind what is copied. */
unsigned name_length(const char *name) {
  char kept[4];
  strncpy(kept, name, sizeof kept);
  BUG(, kept[sizeof kept - 1] = 0);
  return (unsigned)strlen(kept);
}

/* A loop that does not get on. */
unsigned bits_skip(unsigned flags) {
  unsigned skipped = 0;
  while (flags != 0) {
    if ((flags & 1) == 0) skipped++;
    BUG(if (flags & 1), ) flags >>= 1;
  }
  return skipped;
}

/* Nothing to divide by. */
int numbers_mean(const short *numbers, unsigned count) {
  long sum = 0;
  for (unsigned i = 0; i < count; i++) sum += numbers[i];
  BUG(, if (count == 0) return 0);
  return (int)(sum / count);
}

/* A check of what a long has become. */
struct grid {
  int cells[16];
};
int grid_cell(const struct grid *grid, long at) {
  BUG(int, long) index = at;
  if (index < 0 || index >= 16) return -1;
  return grid->cells[at];
}

/* No block: malloc may return null. */
char *text_twice(const char *text) {
  size_t length = strlen(text);
  char *both = malloc(2 * length + 1);
  BUG(, if (!both) return NULL);
  memcpy(both, text, length);
  memcpy(both + length, text, length + 1);
  return both;
}
