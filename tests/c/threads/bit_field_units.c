// Bit-fields side by side are one place, a width of 0 parts them, and an int beside them is another place.
// check: -p no-data-race -D SEPARATE=
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine symex -D SEPARATE=
// expect: status 1: verdict: false(no-data-race)
// check: -p no-data-race --engine schedules -D SEPARATE=
// expect: status 1: verdict: false(no-data-race)
// check: -p assert --engine symex -D SEPARATE=
// expect: status 1: verdict: false(assert)
// check: -p assert --engine schedules -D SEPARATE=
// expect: status 1: verdict: false(assert)
// check: -p no-data-race -D "SEPARATE=unsigned : 0;"
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D "SEPARATE=unsigned : 0;"
// expect: status 0: verdict: true
// check: -p assert --engine symex -D "SEPARATE=unsigned : 0;"
// expect: status 0: verdict: true
// check: -p no-data-race --engine symex -D "SEPARATE=int between;"
// expect: status 0: verdict: true
// native: no (it depends on the schedule)
#include <assert.h>
#include <pthread.h>
static struct {
  unsigned first : 4;
  SEPARATE
  unsigned second : 4;
} fields;
static void *work(void *argument) {
  fields.first = 1;
  return argument;
}
int main(void) {
  pthread_t a;
  pthread_create(&a, 0, work, 0);
  fields.second = 2;
  pthread_join(a, 0);
  assert(fields.first == 1 && fields.second == 2);
  return 0;
}
