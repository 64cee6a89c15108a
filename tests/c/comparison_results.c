// Of what strcmp and its kin return, C fixes the sign; memcmp reads all of its bytes.
// run: -p memsafety
// expect: exit 0
// check: -p unreach-call -D CASE=1 --native-replay off
// expect: no: verdict: true
// check: -p unreach-call
// expect: status 0: verdict: true
// check: -p memsafety -D CASE=2
// expect: status 1: verdict: false(valid-deref)
// native: yes
#include "check.h"
#include <string.h>
#include <strings.h>
#include <wchar.h>
#ifndef CASE
#define CASE 0
#endif
void reach_error(void) {}
int main(void) {
  char bytes[2] = {'a', 'b'};
  int r = strcmp("a", "c"), s = memcmp("b", "a", 1), t = strncasecmp("Ab", "aB", 2);
  if (!(r < 0 && s > 0 && t == 0 && wcscmp(L"b", L"a") > 0)) reach_error();
  CHECK(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && !strcmp("a", "a") && bcmp("a", "b", 1) != 0);
  if (CASE == 1 && (r != -1 || s != 1)) reach_error();
  if (CASE == 2) return memcmp(bytes, "xyz", 3);
  return memcmp(bytes, "abz", 2);
}
