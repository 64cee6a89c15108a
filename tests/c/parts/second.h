struct entry {
  int value;
};
extern int shared;
extern const struct entry table[2];
int second(int x);
