// Volatile objects are ordinary memory, or inputs under an option.
// run:
// expect: exit 3
// run: --volatile-inputs
// expect: exit 0
// program: --summary
// expect: status 0
// native: no (one of the two runs reads inputs)
volatile int sensor = 3;

int main(void) {
  volatile int local = sensor;
  return local;
}
