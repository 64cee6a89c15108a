// Reads a sensor through a function whose source is elsewhere.
#include <assert.h>

int read_sensor(int channel);

int main(void) {
  int value = read_sensor(3);
  assert(value >= 0);
  return 0;
}
