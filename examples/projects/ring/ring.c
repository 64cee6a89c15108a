#include "ring.h"

static unsigned after(unsigned place) { return place + 1 == RING_PLACES ? 0 : place + 1; }

int ring_put(struct ring *ring, unsigned char byte) {
#ifdef FIXED
  if (after(ring->next) == ring->first) return 0;
#else
  if (ring->next == ring->first && ring_used(ring) == RING_PLACES) return 0; // never: a full ring looks empty
#endif
  ring->bytes[ring->next] = byte;
  ring->next = after(ring->next);
  return 1;
}

int ring_get(struct ring *ring, unsigned char *byte) {
  if (ring->first == ring->next) return 0;
  *byte = ring->bytes[ring->first];
  ring->first = after(ring->first);
  return 1;
}

unsigned ring_used(const struct ring *ring) {
  return ring->next >= ring->first ? ring->next - ring->first : RING_PLACES - ring->first + ring->next;
}
