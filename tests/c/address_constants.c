// Numbers that clang makes of addresses while it compiles are as open as those that the program computes.
// check: --property unreach-call --timeout 10 -D DISTANCE
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D NUMBERS
// expect: no: verdict: true
// check: --property unreach-call --timeout 10 -D NEGATIVE
// expect: no: verdict: true
// check: --property unreach-call --timeout 10
// expect: status 0: verdict: true
// verdict: true --property unreach-call
// native: no (each part depends on where the machine puts objects)
void reach_error(void) {}
static char first[16], second[16];
int main(void) {
#if defined DISTANCE
  if (first - second == 16 || second - first == 16) reach_error();
#elif defined NUMBERS
  long distance = (long)first - (long)second + 1;
  if (distance == 17 || distance == -15) reach_error();
#elif defined NEGATIVE
  if (-(unsigned long)first >> 20 == 12345) reach_error();
#else
  void *labels[] = {&&here, &&there};
  long step = labels[0] != 0 ? &&there - &&here : 0;
  if (&first[9] - &first[2] != 7) reach_error();
  goto *(&&here + step);
here:
  reach_error();
there:
#endif
  return 0;
}
