// Parts of structures, and pointers to them, are cells of their own: what is learnt of one says nothing of its neighbour.
// check: --engine symex --prune interpolants --property unreach-call
// expect: status 1: verdict: false(unreach-call)
// check: --engine symex --prune interpolants --property unreach-call -D SAFE
// expect: status 0: verdict: true
// verdict: false(unreach-call) --property unreach-call
// verdict: true --property unreach-call -D SAFE
// native: no (the inputs decide)
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);

struct pair {
  short first;
  char tag;
  int second;
};

static void set(struct pair *p, int value) {
  p->second = value;
  p->tag = (char)(value & 3);
}

int main(void) {
  struct pair a = {1, 0, 5}, b = {2, 0, 6}, copy;
  struct pair *which = &a;
  if (__VERIFIER_nondet_int() == 3) which = &b;
  set(which, 8);
  if (__VERIFIER_nondet_int() > 4) a.first = 4;
  copy = b;
#ifdef SAFE
  if (copy.second == 8 && copy.tag != 0) reach_error();
#else
  if (copy.second == 8 && a.first == 4) reach_error();
#endif
  return 0;
}
