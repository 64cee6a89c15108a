// Bytes of an address that are read as a bit-field or a number are open, however they came there.
// check: --property unreach-call --timeout 10 -D PART=1
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PART=2
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PART=3
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PART=4
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PART=5
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PART=6
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PART=7
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PART=8
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PART=9 -m 32
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D PART=10 -m 32
// expect: no: verdict: true
// verdict: unknown (addresses are not known)
// native: no (addresses)
#include <stdlib.h>
#include <string.h>
extern void reach_error(void);

struct s {
  unsigned long kind : sizeof(long) * 8;
  char *text;
};
struct other {
  char *first;
  long n;
};
union bits {
  char *p;
  struct {
    unsigned char low : 8;
  } part;
};
union variant {
  struct {
    unsigned char kind : 8;
    char *p;
  } a;
  struct {
    char *q;
    long n;
  } b;
};

int main(void) {
  unsigned x = 0;
#if PART == 1 // another member of a union
  union bits *u = malloc(sizeof *u);
  u->p = malloc(1);
  x = u->part.low;
#elif PART == 2 // a pointer in one variant
  union variant *u = malloc(sizeof *u);
  u->a.p = "x";
  u->b.q = malloc(3);
  x = u->a.kind;
#elif PART == 3 // written as another struct
  struct s *s = malloc(sizeof *s);
  s->text = "a";
  ((struct other *)s)->first = malloc(3);
  x = s->kind;
#elif PART == 4 // copied over it
  char *p = malloc(3);
  struct s s;
  s.text = p;
  memcpy(&s, &p, sizeof p);
  x = s.kind;
#elif PART == 5 // through an array of characters
  char *p = malloc(3), buffer[16] = {0};
  memcpy(buffer, &p, sizeof p);
  struct s *s = malloc(sizeof *s);
  s->text = "q";
  memcpy(s, buffer, sizeof *s);
  x = s->kind;
#elif PART == 6 // at another place of the struct
  struct s *s = calloc(2, sizeof *s);
  s->text = malloc(3);
  s->kind = 1;
  struct s *moved = (struct s *)((char *)s + sizeof(char *));
  x = moved->kind;
#elif PART == 7 // stored in the middle
  struct s s;
  memset(&s, 0, sizeof s);
  s.text = 0;
  *(char **)((char *)&s + 4) = malloc(1);
  x = *((unsigned char *)&s + 4);
#elif PART == 8 // stored at the beginning
  struct s *s = calloc(1, sizeof *s);
  s->text = 0;
  *(char **)s = malloc(1);
  x = s->kind;
#elif PART == 9 // a struct copied over another one
  struct other q = {malloc(1), 2};
  struct s *s = calloc(1, sizeof *s);
  s->text = 0;
  *(struct other *)s = q;
  x = s->kind;
#else // its bytes, one by one
  struct s *s = calloc(1, sizeof *s);
  s->text = malloc(3);
  s->kind = 1;
  unsigned char *c = (unsigned char *)s;
  x = c[sizeof(char *)];
#endif
  if ((x & 255) != 0) reach_error();
  return 0;
}
