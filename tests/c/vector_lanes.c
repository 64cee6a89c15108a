// Elements that __builtin_shufflevector leaves open are anything.
// check: -p unreach-call --timeout 20 -DZERO --native-replay off
// expect: status 2: an undefined value
// check: -p unreach-call --timeout 20 -DOTHER --native-replay off
// expect: status 2: an undefined value
// check: -p unreach-call --timeout 20 -DSUM --native-replay off
// expect: status 2: an undefined value
// check: -p unreach-call --timeout 20 -DCONVERTED --native-replay off
// expect: status 2: floats of a vector
// check: -p unreach-call --timeout 20
// expect: status 0: verdict: true
// check: -p unreach-call --timeout 20 -m 32
// expect: status 0: verdict: true
// native: no (compilers differ)
void reach_error(void) {}
typedef int v4 __attribute__((vector_size(16)));
typedef float f4 __attribute__((vector_size(16)));
typedef unsigned u4 __attribute__((vector_size(16)));

int main(void) {
  v4 a = {5, 6, 7, 8}, b = __builtin_shufflevector(a, a, -1, 1, 6, -1);
  volatile float negative = -3e9f;
  f4 f = {negative, 1, -2, 3};
#if defined(ZERO)
  if (b[0] != 0) reach_error();
#elif defined(OTHER)
  if (b[3] == 77) reach_error();
#elif defined(SUM)
  v4 c = b + a;
  if (c[0] != 5) reach_error();
#elif defined(CONVERTED)
  u4 u = __builtin_convertvector(f, u4);
  if (u[0] == 5) reach_error();
#else
  v4 i = __builtin_convertvector(f, v4);
  if (b[1] != 6 || b[2] != 7 || i[1] != 1 || i[2] != -2 || i[3] != 3) reach_error();
#endif
  return 0;
}
