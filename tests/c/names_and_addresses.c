// What names stand for is open; the library writes texts as far as there is room.
// check: -p assert -p memsafety -D CASE=0
// expect: status 0: verdict: true
// check: -p assert -D CASE=1 --native-replay off
// expect: no: verdict: true
// check: -p memsafety -D CASE=2 --native-replay off
// expect: no: verdict: true
// check: -p assert -p memsafety -D CASE=3
// expect: status 0: verdict: true
// check: -p assert -p memsafety -D CASE=3 -m 32
// expect: status 0: verdict: true
// check: -p assert -D CASE=4 --engine symex --timeout 2
// expect: no: verdict: false
// check: -p memsafety -D CASE=5 --engine symex --timeout 5
// expect: no: verdict: true
// native: no (the world outside decides)
#include <arpa/inet.h>
#include <assert.h>
#include <netdb.h>
#include <pwd.h>
#include <stddef.h>
#include <string.h>
#include <sys/socket.h>
int main(void) {
#if CASE <= 2
  struct in_addr address;
  char text[CASE == 2 ? 10 : INET_ADDRSTRLEN];
  int is = inet_pton(AF_INET, "127.0.0.1", &address);
  assert(is == 0 || is == 1);
  if (CASE == 1) assert(is == 1);
  if (!is) return 0;
  inet_ntop(AF_INET, &address, text, INET_ADDRSTRLEN);
  assert(inet_pton(77, "", &address) == -1);
#elif CASE == 3
  struct passwd *user = getpwnam("root");
  if (user != NULL) assert(user->pw_name != NULL && user->pw_dir != NULL);
#else
  struct addrinfo hints = {.ai_family = AF_INET, .ai_socktype = SOCK_STREAM}, *list; // of any length
  if (getaddrinfo("host", "80", &hints, &list) != 0) return 0;
  assert(list->ai_family == AF_INET && list->ai_socktype == SOCK_STREAM && list->ai_addrlen <= 128);
  freeaddrinfo(list);
  if (CASE == 5) return list->ai_family;
#endif
  return 0;
}
