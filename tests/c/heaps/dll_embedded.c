// Links in the middle of a structure that lead to links, as in kernels.
// right: auto shapes
// wrong: LINK valid-deref
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: CONTENT unreach-call
#include "heaps.h"
#include <stddef.h>

struct link {
  struct link *next, *prev;
};
struct device {
  int number;
  struct link link;
  int uses;
};
#define DEVICE(l) ((struct device *)((char *)(l) - offsetof(struct device, link)))

int main(void) {
  struct link devices = {&devices, &devices};
  while (any()) {
    struct device *d = malloc(sizeof *d);
    d->uses = any() ? 1 : 0;
    d->link.next = devices.next;
    d->link.prev = &devices;
    devices.next->prev = &d->link;
    devices.next = &d->link;
  }
  for (struct link *l = devices.next; l != &devices;) {
    struct device *d = DEVICE(l);
    l = l->next;
#ifdef CONTENT
    if (d->uses || l == &devices) continue;
#else
    if (d->uses) continue;
#endif
#ifndef LINK
    d->link.next->prev = d->link.prev;
#endif
    d->link.prev->next = d->link.next;
    free(d);
  }
  for (struct link *l = devices.prev; l != &devices; l = l->prev) CLAIM(DEVICE(l)->uses == 1);
  while (devices.next != &devices) {
    struct link *l = devices.next;
    devices.next = l->next;
    l->next->prev = &devices;
#ifdef LOST
    if (l->next == &devices) continue;
#endif
    free(DEVICE(l));
  }
  return 0;
}
