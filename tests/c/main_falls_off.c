// The end of main is return 0; a void main works too.
// run:
// expect: exit 0
// native: yes
int main() {
  int x = 3;
  x++;
}
