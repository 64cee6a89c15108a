// More locks than states in which functions of the library are looked at: each is looked at for all that lock it.
// native: no (races)
// check: -p no-data-race --engine races --limit races.libraryEntries=3
// expect: status 0: verdict: true
// check: -p no-data-race -D OTHER --engine races --limit races.libraryEntries=3
// expect: status 2: verdict: unknown
// check: -p no-data-race -D OTHER
// expect: status 1: verdict: false(no-data-race)
#include <pthread.h>

#define COUNTER(name)                                                                                                  \
  static pthread_mutex_t lock_##name = PTHREAD_MUTEX_INITIALIZER;                                                      \
  static int count_##name;                                                                                             \
  static void add_##name(void) {                                                                                       \
    pthread_mutex_lock(&lock_##name);                                                                                  \
    ++count_##name;                                                                                                    \
    pthread_mutex_unlock(&lock_##name);                                                                                \
  }

COUNTER(a)
COUNTER(b)
COUNTER(c)
COUNTER(d)
COUNTER(e)
COUNTER(f)

static void* all(void* ignored) {
  add_a();
  add_b();
  add_c();
  add_d();
  add_e();
  add_f();
  return ignored;
}

int main(void) {
  pthread_t first, second;
  pthread_create(&first, 0, all, 0);
  pthread_create(&second, 0, all, 0);
#ifdef OTHER
  pthread_mutex_lock(&lock_e);
  ++count_f;
  pthread_mutex_unlock(&lock_e);
#endif
  pthread_join(first, 0);
  pthread_join(second, 0);
  return count_a + count_f;
}
