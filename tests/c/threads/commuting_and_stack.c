// The thread's accesses are in no race, but the object ends under them.
// check: -p valid-deref --engine symex --native-replay off --limit symex.choicesBefore=1
// expect: status 1: verdict: false(valid-deref)
// check: -p unreach-call --engine symex --limit symex.choicesBefore=1
// expect: status 0: verdict: true
// check: -p no-data-race --engine races
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <pthread.h>

static pthread_t thread;

static void *work(void *given) {
  int *own = given, sum = 0;
  for (int i = 0; i < 3; ++i) sum += own[i];
  return sum ? given : 0;
}

static void begin(void) {
  int local[3] = {1, 2, 3};
  pthread_create(&thread, 0, work, local);
}

int main(void) {
  begin();
  return 0;
}
