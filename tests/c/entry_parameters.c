// --entry calls a function that takes parameters with arguments that fit their types. Each function here has a mistake, which
// FIXED mends: the mistake is found, and the arguments are no others than they should be. What is proved for the sizes that are
// tried holds within limits, unless it is proved for any.
// check: --quiet --entry trim
// expect: status 1: verdict: false(valid-deref)
// check: --quiet --entry trim -D FIXED -D ASSAY_STRING=8
// expect: status 2: verdict: true (within limits: strings of at most 8 characters)
// check: --quiet --entry push
// expect: status 1: verdict: false(valid-deref)
// check: --quiet --entry push -D FIXED
// expect: status 0: verdict: true
// check: --quiet --entry nth
// expect: status 1: verdict: false(valid-deref)
// check: --quiet --entry nth -D FIXED -D ASSAY_DEPTH=1
// expect: status 2: verdict: true (within limits: at most 1 objects of a kind behind each other)
// check: --quiet --entry chosen -D FIXED
// expect: status 0: verdict: true
// native: no (it has no main)
#include <stdarg.h>
#include <stdbool.h>
#include <stddef.h>
#include <string.h>

#ifdef FIXED
#define IF_FIXED(condition) (condition)
#else
#define IF_FIXED(condition) 1
#endif

// A string, which may be empty.
static void trim(char *line) {
  size_t length = strlen(line);
  while (IF_FIXED(length > 0) && line[length - 1] == ' ') length--;
  line[length] = 0;
}

// A length that belongs to a pointer, and may be 0.
int average(const int *values, int n) {
  if (!IF_FIXED(n > 0)) return 0;
  long sum = 0;
  for (int i = 0; i < n; i++) sum += values[i];
  return (int)(sum / n);
}

// Elements that are structs.
struct item {
  const char *name;
  short weight;
};
int heaviest(const struct item *items, size_t count) {
  int result = 0;
  for (size_t i = 0; i <= count; i++)
    if (IF_FIXED(i < count) && items[i].weight > result) result = items[i].weight;
  return result;
}

// Fields that belong together.
struct stack {
  int *items;
  unsigned count, capacity;
};
bool push(struct stack *stack, int item) {
  if (!IF_FIXED(stack->count < stack->capacity)) return false;
  stack->items[stack->count++] = item;
  return true;
}

// A list.
struct node {
  struct node *next;
  int value;
};
int nth(const struct node *list, unsigned index) {
  for (; index > 0 && IF_FIXED(list); index--) list = list->next;
  return IF_FIXED(list) ? list->value : 0;
}

// A function that returns any value.
static const int table[3] = {1, 2, 3};
int translate(const unsigned char *bytes, size_t size, int (*place_of)(unsigned char)) {
  int sum = 0;
  for (size_t i = 0; i < size; i++) {
    const int place = place_of(bytes[i]);
    if (IF_FIXED(place >= 0 && place < 3)) sum += table[place];
  }
  return sum;
}

// An enumeration.
enum colour { RED, GREEN = 3, BLUE };
char letter_of(enum colour colour) {
  static const char letters[4] = "RGB";
  return letters[IF_FIXED(colour != BLUE) ? colour : 2];
}

// A beginning and an end.
const char *skip_digits(const char *text, const char *end) {
  while (IF_FIXED(text < end) && *text >= '0' && *text <= '9') text++;
  return text;
}

// A variadic function.
size_t note(const char *format, ...) {
  static char last[4];
  const size_t length = strlen(format);
  if (!IF_FIXED(length < sizeof last)) return 0;
  memcpy(last, format, length + 1);
  return length;
}

// An array at the end of a struct.
struct message {
  size_t length;
  char text[];
};
char last_of(const struct message *message) {
#ifdef FIXED
  return message->length > 0 ? message->text[message->length - 1] : 0;
#else
  return message->text[message->length];
#endif
}

// Truth values.
int chosen(bool first, bool second) {
  static const int values[3] = {1, 2, 3};
  return values[first + second + (IF_FIXED(0) ? 2 : 0)];
}

// A tagged union, whose tag may be wrong.
struct value {
  bool is_text;
  union {
    const char *text;
    long number;
  } as;
};
char first_letter(const struct value *value) {
#ifdef FIXED
  return value->is_text ? 't' : 'n';
#else
  return value->is_text ? value->as.text[0] : 'n';
#endif
}

// Arrays of constant and of variable size.
int pick(const int places[3], int n, const int values[n]) {
  const int place = places[2];
  return IF_FIXED(place >= 0 && place < n) ? values[place] : 0;
}
