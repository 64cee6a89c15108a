// Bytes of a pointer that are read as another number show no address: neither its bits in the model, nor any proof.
// check: --property unreach-call --timeout 10 -D DOUBLE
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D LONG_DOUBLE
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D INTEGER
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D HALF
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PAIR
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D VECTOR
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D COPY
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D CAST
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D SHORT
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D HEAP
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D BUFFER
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D MEMBER
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D TABLE
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -m 32 -D HALF
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D ORDINARY
// expect: status 0: verdict: true
// native: no (each part depends on where the machine puts objects)
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
void reach_error(void) {}
#define CLAIM(condition)                                                                                               \
  if (!(condition)) reach_error();

typedef float pair __attribute__((vector_size(8)));
union view {
  int *pointer;
  double number;
  float half;
};
struct floats {
  float low, high;
};
struct holder {
  union view *view;
};
struct tagged {
  int tag;
  union {
    double number;
    float half;
    char *text;
  } as;
};
struct node {
  double weight;
  struct node *next;
};
static union view *table[3];
static void *blocks;

static double look(const union view *view) { return view->number; }

static struct floats split(int *pointer) {
  union {
    int *pointer;
    struct floats floats;
  } both;
  both.pointer = pointer;
  return both.floats;
}

static double numberOf(const struct tagged *value) { return value->tag == 1 ? value->as.number : value->as.half; }

static void *take(size_t size) {
  void *block = malloc(size + sizeof(void *));
  if (block == NULL) exit(1);
  *(void **)block = blocks;
  blocks = block;
  return (char *)block + sizeof(void *);
}

int main(void) {
  static int object[4];
  int *pointer = object;
  union view view;
  view.pointer = pointer;
#if defined DOUBLE
  CLAIM(look(&view) < 1e-315);
#elif defined LONG_DOUBLE
  union {
    int *pointer;
    long double number;
  } wide;
  memset(&wide, 0, sizeof wide);
  wide.pointer = pointer;
  CLAIM(wide.number < 1e-4935L);
#elif defined INTEGER
  union {
    uintptr_t integer;
    double number;
  } both;
  both.integer = (uintptr_t)pointer;
  CLAIM(both.number < 1e-315);
#elif defined HALF
  CLAIM(view.half == 0);
#elif defined PAIR
  CLAIM(split(pointer).low == 0);
#elif defined VECTOR
  union {
    int *pointer;
    pair floats;
  } both;
  both.pointer = pointer;
  CLAIM(both.floats[0] == 0);
#elif defined COPY
  char bytes[sizeof pointer];
  double number;
  memcpy(bytes, &pointer, sizeof bytes);
  memcpy(&number, bytes, sizeof bytes);
  CLAIM(number < 1e-315);
#elif defined CAST
  CLAIM(*(float *)&pointer == 0);
#elif defined SHORT
  CLAIM(*(unsigned short *)&pointer == 0);
#elif defined HEAP
  void *block = malloc(sizeof pointer);
  if (block == NULL) return 0;
  *(int **)block = pointer;
  CLAIM(*(unsigned *)block == 0);
#elif defined BUFFER
  char buffer[16];
  *(int **)buffer = pointer;
  CLAIM(buffer[0] == 0);
#elif defined MEMBER
  struct holder *holder = malloc(sizeof *holder);
  if (holder == NULL) return 0;
  holder->view = &view;
  CLAIM(holder->view->half == 0);
#elif defined TABLE
  for (int i = 0; i < 3; i++) table[i] = &view;
  CLAIM(table[1]->number < 1e-315);
#elif defined ORDINARY
  struct tagged first = {1, {.number = 2.5}}, second, third = {3, {.text = "text"}};
  second.tag = 2;
  second.as.half = 0.5f;
  CLAIM(numberOf(&first) == 2.5 && numberOf(&second) == 0.5 && third.as.text[0] == 't');
  struct node *list = NULL;
  for (int i = 0; i < 3; i++) {
    struct node *node = take(sizeof *node);
    node->weight = i * 0.5;
    node->next = list;
    list = node;
  }
  CLAIM(list->weight + list->next->weight == 1.5);
  char *text = take(8);
  int *counts = take(4 * sizeof(int));
  text[0] = 'x';
  counts[1] = -5;
  CLAIM(text[0] == 'x' && counts[1] == -5);
#endif
  return 0;
}
