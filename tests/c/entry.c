// run: --entry start
// expect: exit 7
// native: no (another entry)
int start(void) { return 7; }
int main(void) { return 1; }
