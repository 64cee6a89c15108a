// Bit-fields and Booleans wrap around in their own way.
// check: --property termination --timeout 15 -D FIELD
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D FIELD_ENDS
// expect: status 0: verdict: true
// check: --property termination --timeout 15 -D UP
// expect: status 1: verdict: false(termination)
// check: --property termination --timeout 15 -D DOWN
// expect: status 0: verdict: true
// native: no (it may not end)
struct small {
  unsigned b : 3;
};
int main(void) {
  struct small s = {0};
  _Bool f = 1;
#ifdef FIELD
  while (s.b < 8) s.b++;
#elif defined FIELD_ENDS
  while (s.b < 7) s.b++;
#elif defined UP
  while (f) f++; // true stays true
#else
  while (f) f--;
#endif
  return 0;
}
