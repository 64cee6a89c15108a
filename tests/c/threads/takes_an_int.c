// C has no meaning for a thread that begins with a function of an int. On x86_64 it gets the low bits of the argument.
// check: -p assert
// expect: status 0: assumed: a function that is called through a pointer of another type gets the low bits
// check: -p assert -D FIVE
// expect: status 1: verdict: false(assert)
// check: -p assert -D LONG
// expect: status 0: verdict: true
// check: --native-replay on -p assert -D ADDRESS
// expect: status 2: depends on what the model leaves open (an address)
// check: --native-replay on -p assert -D SHORT
// expect: status 2: depends on what the model leaves open (a missing argument)
// check: --native-replay on -p assert -D SHIFTED
// expect: status 2: depends on what the model leaves open (a missing argument)
// check: -p assert --data-model 32
// expect: status 0: verdict: true
// check: --native-replay on -p assert --data-model 32 -D SHORT
// expect: status 2: depends on what the model leaves open (a missing argument)
// native: no (its types differ)
#include <assert.h>
#include <pthread.h>
static int given;
#ifdef SHORT
static void *work(short number) {
#else
static void *work(int number) {
#endif
#ifdef ADDRESS
  assert(number != 3);
#else
  assert(number == 3);
#endif
  return 0;
}
static void *second(long ignored, int number) {
  assert(number != 3);
  return (void *)ignored;
}
int main(void) {
#if defined(LONG)
  void *(*volatile function)(long) = (void *(*)(long))work;
  function(0x700000003);
#elif defined(SHIFTED)
  void *(*volatile function)(double, void *) = (void *(*)(double, void *))second;
  function(1.0, (void *)3);
#else
  pthread_t a;
#if defined(FIVE)
  void *argument = (void *)5;
#elif defined(ADDRESS)
  void *argument = &given;
#else
  void *argument = (void *)(sizeof(void *) == 8 ? 0x900000003ll : 3);
#endif
  pthread_create(&a, 0, (void *(*)(void *))work, argument);
  pthread_join(a, 0);
#endif
  return 0;
}
