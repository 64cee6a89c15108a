// A queue of bytes in a fixed block. One place stays free, so that full and empty can be told apart.
#ifndef RING_H
#define RING_H

enum { RING_PLACES = 4 };

struct ring {
  unsigned char bytes[RING_PLACES];
  unsigned first, next; // the oldest byte, and where the next one goes
};

int ring_put(struct ring *ring, unsigned char byte); // 0: it is full
int ring_get(struct ring *ring, unsigned char *byte); // 0: it is empty
unsigned ring_used(const struct ring *ring);

#endif
