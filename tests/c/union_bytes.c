// Bytes of a union that do not belong to the member that is initialised are any value.
// check: -p unreach-call --timeout 20 -DTAIL --native-replay off
// expect: status 2: an undefined value
// check: -p unreach-call --timeout 20
// expect: status 0: verdict: true
// native: no (compilers differ)
void reach_error(void) {}
union number {
  char c;
  int i;
};
static union number global = {1};

int main(void) {
  union number x = {1};
#ifdef TAIL
  if (x.i != 1) reach_error();
#else
  if (x.c != 1 || global.i != 1) reach_error();
#endif
  return 0;
}
