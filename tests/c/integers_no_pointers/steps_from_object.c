// The counter begins with the very bits of an object's address.
// models: 32
// verdict: false
extern void reach_error(void);

int a[4];
int main(void) {
  unsigned x = 393216, y = 0; /* 1.5 * 2^18: object 1, offset 0 */
  a[0] = 1;
  while (y < 300000) {
    x++;
    y++;
  }
  if (x == 693216 && a[0] == 1) reach_error();
  return 0;
}
