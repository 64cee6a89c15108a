// What stands in a struct before its first pointer is no part of an address, also where the bytes of the whole were set or
// copied.
// run: --inputs 13
// expect: exit 0
// run: -m 32 --inputs 13
// expect: exit 0
// verdict: true -p unreach-call
// verdict: true -p unreach-call -m 32
// native: yes
#include "check.h"
#include <string.h>
extern int __VERIFIER_nondet_int(void);

struct named {
  unsigned char kind : 4, more : 4;
  char *text;
};
struct wide {
  unsigned long long a : 40, b : 24;
  char *p;
};
struct nested {
  struct named in;
  int x;
};
struct number {
  long value;
  char *p;
};
struct real {
  double value;
  char *p;
};
struct __attribute__((packed)) tight {
  unsigned a : 12, b : 4;
  char *p;
};
struct head {
  unsigned kind : 3, flag : 1;
};
struct object {
  struct head head;
  struct object *next;
};
union variant {
  struct {
    unsigned char kind : 4;
    char *text;
  } a;
  struct {
    unsigned char kind : 4;
    long number;
  } b;
};
static struct named global;
static struct nested globalNested;
static struct number globalNumber;
static struct real globalReal;
static struct tight globalTight;
static struct named globals[3];

static int kindOf(struct head *head) { return head->kind; }
static struct named make(int kind) {
  struct named made;
  memset(&made, 0, sizeof made);
  made.kind = kind & 15;
  made.text = "made";
  return made;
}

static void onHeap(int v) {
  struct named *h = calloc(3, sizeof *h);
  h[1].kind = v & 15;
  h->kind = 3;
  h[1].text = "abc";
  h->text = "d";
  CHECK(h[1].kind == (v & 15) && h->kind == 3 && h[2].kind == 0);
  struct named copy, *other = &copy;
  memset(&copy, 0, sizeof copy);
  memcpy(&copy, h + 1, sizeof copy);
  CHECK(copy.kind == (v & 15) && other->kind == copy.kind);
  struct named *twin = malloc(sizeof *twin);
  memcpy(twin, h, sizeof *twin);
  CHECK(twin->kind == 3 && twin->text == h->text);
  *twin = make(v);
  CHECK(twin->kind == (v & 15));
  struct wide *w = calloc(1, sizeof *w);
  w->p = "x";
  w->a = 0x8877665544;
  w->b = v;
  CHECK(w->a == 0x8877665544 && w->b == ((unsigned)v & 0xffffff));
  struct object *o = calloc(1, sizeof *o);
  o->next = o;
  o->head.kind = v & 7;
  CHECK(kindOf(&o->head) == (v & 7) && kindOf((struct head *)o) == (v & 7));
  struct number *n = calloc(1, sizeof *n);
  n->value = (long)(v & 0x7ff) << 20;
  n->p = "s";
  CHECK(n->value == (long)(v & 0x7ff) << 20);
  struct tight *t = calloc(2, sizeof *t);
  t[1].a = v & 0xfff;
  t[1].p = t->p = "s";
  t->a = 7;
  CHECK(t[1].a == (v & 0xfff) && t->a == 7);
  free(h);
  free(twin);
  free(w);
  free(o);
  free(n);
  free(t);
}

static void inGlobals(int v) {
  global.kind = v & 15;
  globalNested.in.kind = v & 15;
  globalNumber.value = (long)(v & 0x7ff) << 20;
  globalReal.value = v;
  globalTight.a = v & 0xfff;
  globals[0].kind = 1;
  globals[2].kind = v & 15;
  global.text = globalNested.in.text = globalNumber.p = globalReal.p = globalTight.p = globals[0].text = "s";
  CHECK(global.kind == (v & 15) && globalNested.in.kind == (v & 15));
  CHECK(globalNumber.value == (long)(v & 0x7ff) << 20 && globalReal.value == v && globalTight.a == (v & 0xfff));
  CHECK(globals[0].kind == 1 && globals[2].kind == (v & 15));
}

int main(void) {
  int v = __VERIFIER_nondet_int();
  onHeap(v);
  inGlobals(v);
  union variant u, *pu = &u;
  memset(&u, 0, sizeof u);
  u.a.kind = v & 15;
  u.a.text = "s";
  CHECK(pu->a.kind == (v & 15) && u.b.kind == (v & 15));
  return 0;
}
