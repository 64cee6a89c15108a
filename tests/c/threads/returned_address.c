// A function without body may return the address of an object of the program, or of others. The compiled program gets
// the same object: the race is confirmed there.
// check: --native-replay on -p no-data-race -D ANYWHERE
// expect: status 1: note: the compiled program fails as predicted
// check: --native-replay on -p no-data-race
// expect: status 1: note: the compiled program fails as predicted
// check: -p no-data-race --data-model 32
// expect: status 1: verdict: false(no-data-race)
// check: --native-replay on -p no-data-race -D STATIC
// expect: status 1: note: the compiled program fails as predicted
// native: no (a function has no body)
#include <pthread.h>
struct Pair {
  int first, second;
};
#ifdef STATIC
static
#endif
struct Pair pair;
struct Pair *find(void);
static void *work(void *argument) {
  struct Pair *found = find();
  found->second = 1;
  return argument;
}
int main(void) {
  pthread_t a;
#ifdef ANYWHERE
  struct Pair *own = find();
#else
  struct Pair *own = &pair;
#endif
  pthread_create(&a, 0, work, 0);
  own->second = 2;
  pthread_join(a, 0);
  return 0;
}
