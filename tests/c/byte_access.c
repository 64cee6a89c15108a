// Objects are bytes: parts of integers, pointers copied byte by byte, structures as bytes, reinterpretation.
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#include "check.h"
#include <string.h>
struct s {
  char c;
  int *p;
  short h;
};
int main(void) {
  int x = 5, *p = &x, *q;
  char *from = (char *)&p, *to = (char *)&q;
  for (unsigned i = 0; i < sizeof p; i++) to[i] = from[i];
  CHECK(q == &x && *q == 5);
  struct s a = {'c', &x, 3}, b;
  memset(&b, 0, sizeof b);
  memcpy(&b, &a, sizeof a);
  CHECK(b.c == 'c' && *b.p == 5 && b.h == 3);
  unsigned u = 0xdeadbeef;
  unsigned char bytes[4];
  memcpy(bytes, &u, 4);
  CHECK(bytes[0] == 0xef && bytes[3] == 0xde);
  CHECK(*(unsigned short *)(bytes + 1) == 0xadbe);
  double d = 1;
  unsigned long long bits;
  memcpy(&bits, &d, 8);
  CHECK(bits == 0x3ff0000000000000ULL);
  bits |= 1ULL << 63;
  memcpy(&d, &bits, 8);
  CHECK(d == -1);
  char buffer[64];
  struct s *inside = (struct s *)(buffer + 8 * sizeof(char));
  memset(buffer, 0, sizeof buffer);
  inside->h = -1;
  CHECK(((unsigned char *)&inside->h)[1] == 0xff);
  long long row[2] = {1, 2};
  int *ints = (int *)row;
  CHECK(ints[0] == 1 && ints[1] == 0 && ints[2] == 2);
  return 0;
}
