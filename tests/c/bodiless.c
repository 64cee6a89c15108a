// A function with no body and no model returns any value and writes nothing; the user is told once.
// run: -p unreach-call
// expect: exit 0
// program: --summary -p unreach-call
// expect: status 0: mystery
// native: no (it has no body)
extern int mystery(int *);
int main(void) {
  int x = 0;
  mystery(&x);
  mystery(&x);
  return x;
}
