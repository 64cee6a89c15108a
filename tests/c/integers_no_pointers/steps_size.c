// A size that grows by halves.
// models: 32 64
// verdict: false
extern void reach_error(void);

#include <stddef.h>
int main(void) {
  size_t size = 300000, n = 0;
  while (size < 2000000) {
    size += size / 2;
    n++;
  }
  if (n == 5 && size == 2278125) reach_error();
  return 0;
}
