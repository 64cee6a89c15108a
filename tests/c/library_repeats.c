// What the world outside decides stays as it is: seeds, the process, dates.
// check: -p assert
// expect: status 0: verdict: true
// check: -p memsafety --data-model 32
// expect: status 0: verdict: true
// check: -p assert -D LOCAL --engine symex
// expect: status 0: verdict: true
// native: yes
#include <assert.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>
#include <unistd.h>
int main(void) {
  srand(5);
  int a = rand(), b = rand();
  srand(5);
  assert(rand() == a && rand() == b && a >= 0);
  assert(getpid() == getpid() && getuid() == getuid());
  time_t t = 86400 * 365;
#ifdef LOCAL
  struct tm date = *localtime(&t);
  assert(mktime(&date) == t);
#endif
  struct tm *utc = gmtime(&t);
  assert(utc->tm_year == 71 && utc->tm_mon == 0 && utc->tm_mday == 1 && utc->tm_hour == 0);
  char text[32];
  assert(strftime(text, sizeof text, "%Y-%m-%d", utc) == 10 && strcmp(text, "1971-01-01") == 0);
  assert(strftime(text, 10, "%Y-%m-%d", utc) == 0);
  assert(strcmp(asctime(utc), "Fri Jan  1 00:00:00 1971\n") == 0);
  return 0;
}
