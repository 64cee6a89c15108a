// Groups in a doubly linked list; the members of each are a ring through a link that is part of the group itself.
// right: auto shapes
// wrong: EMPTY valid-free
// wrong: LOST valid-memtrack valid-memcleanup
// wrong: CONTENT unreach-call
#include "heaps.h"

struct member {
  struct member *next, *prev;
  int rank;
};
struct group {
  struct member members;
  struct group *next, *prev;
};

int main(void) {
  struct group *first = NULL, *last = NULL;
  while (any()) {
    struct group *g = malloc(sizeof *g);
    g->next = NULL;
    g->prev = NULL;
    g->members.next = &g->members;
    g->members.prev = &g->members;
    while (any()) {
      struct member *m = malloc(sizeof *m);
      m->rank = any() ? 1 : 2;
#ifdef CONTENT
      if (g->members.next != &g->members && any()) m->rank = 3;
#endif
      m->prev = &g->members;
      m->next = g->members.next;
      m->next->prev = m;
      g->members.next = m;
    }
    if (!first)
      first = g;
    else {
      last->next = g;
      g->prev = last;
    }
    last = g;
  }
  while (last) {
    struct group *g = last;
    last = g->prev;
    struct member *m = g->members.prev;
#ifdef EMPTY
    do {
#else
    while (m != &g->members) {
#endif
      struct member *before = m->prev;
      CLAIM(m->rank == 1 || m->rank == 2);
#ifdef LOST
      if (before != &g->members || any())
#endif
        free(m);
      m = before;
#ifdef EMPTY
    } while (m != &g->members);
#else
    }
#endif
    free(g);
  }
  return 0;
}
