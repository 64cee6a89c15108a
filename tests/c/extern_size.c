// An object that is defined elsewhere, of a size that nobody here knows.
// check: -p valid-deref
// expect: status 2: verdict: unknown
// check: -p valid-deref -D INITIALISER
// expect: status 2: verdict: unknown
// check: -p valid-deref -D ENDING
// expect: status 2: verdict: unknown
// check: -p valid-deref -D UNUSED
// expect: status 0: verdict: true
// native: no (it does not link)
extern int table[];
struct ending { int n; int rest[]; };
extern struct ending open;
#ifdef INITIALISER
int *first = table;
#endif
int main(void) {
#if defined INITIALISER
  return *first;
#elif defined ENDING
  return open.rest[0];
#elif defined UNUSED
  return 0;
#else
  table[0] = 1;
  return table[0];
#endif
}
