// string.h
// run:
// expect: exit 0
// run: -m 32
// expect: exit 0
// native: yes
#define _GNU_SOURCE
#include "check.h"
#include <string.h>
#include <strings.h>

static int sign(int x) { return (x > 0) - (x < 0); }

int main(void) {
  char b[32];
  CHECK(strlen("") == 0 && strlen("four") == 4 && strnlen("four", 2) == 2);
  CHECK(strcpy(b, "abc") == b && strcmp(b, "abc") == 0);
  CHECK(strcat(b, "def") == b && strcmp(b, "abcdef") == 0);
  CHECK(strncat(b, "ghijk", 2) == b && strcmp(b, "abcdefgh") == 0);
  memset(b, 'x', sizeof b);
  strncpy(b, "ab", 5);
  CHECK(b[1] == 'b' && b[2] == 0 && b[4] == 0 && b[5] == 'x');
  CHECK(*stpcpy(b, "xyz") == 0 && strlen(b) == 3);
  CHECK(strcmp("a", "b") < 0 && strcmp("b", "a") > 0 && strcmp("ab", "a") > 0 && strcmp("\xff", "a") > 0);
  CHECK(strncmp("abc", "abd", 2) == 0 && strncmp("abc", "abd", 3) < 0 && strncmp("a", "b", 0) == 0);
  CHECK(strcasecmp("HeLLo", "hEllO") == 0 && strncasecmp("ABc", "abD", 2) == 0);
  const char *s = "find the needle";
  CHECK(strchr(s, 'n') == s + 2 && strrchr(s, 'e') == s + 14 && strchr(s, 'z') == 0 && strchr(s, 0) == s + 15);
  CHECK(strstr(s, "need") == s + 9 && strstr(s, "none") == 0 && strstr(s, "") == s);
  CHECK(strspn("aabbc", "ab") == 4 && strcspn("aabbc", "cb") == 2 && *strpbrk(s, "tn") == 'n');
  char list[] = "a,b;;c";
  CHECK(strcmp(strtok(list, ",;"), "a") == 0 && strcmp(strtok(0, ",;"), "b") == 0);
  CHECK(strcmp(strtok(0, ",;"), "c") == 0 && strtok(0, ",;") == 0);
  CHECK(memcmp("abc", "abd", 3) < 0 && memcmp("abc", "abd", 2) == 0 && sign(memcmp("\xff", "\1", 1)) == 1);
  CHECK(memchr("abc", 'b', 3) && !memchr("abc", 'c', 2));
  char m[] = "0123456789";
  CHECK(memmove(m + 2, m, 5) == m + 2 && strcmp(m, "0101234789") == 0);
  CHECK(memcpy(m, "abc", 3) == m && m[2] == 'c' && m[3] == '1');
  CHECK(mempcpy(m, "zz", 2) == m + 2);
  bzero(m, 3);
  CHECK(m[0] == 0 && m[2] == 0 && m[3] == '1');
  char *d = strdup("copy"), *n = strndup("copying", 3);
  CHECK(strcmp(d, "copy") == 0 && strcmp(n, "cop") == 0);
  free(d);
  free(n);
  return 0;
}
