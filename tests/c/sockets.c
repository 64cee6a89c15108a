// Sockets: what comes from the other end is an input, and so is how well it goes; memory is touched where POSIX says so.
// check: -p assert -p memsafety
// expect: status 0: verdict: true
// check: -p assert -D CASE=1 --native-replay off
// expect: no: verdict: true
// check: -p memsafety -D CASE=2 --native-replay off
// expect: no: verdict: true
// check: -p memsafety -D CASE=3 --native-replay off
// expect: no: verdict: true
// check: -p assert -p memsafety -m 32
// expect: status 0: verdict: true
// check: -p assert -D CASE=4
// expect: status 2: what the program may have sent itself
// native: no (the world outside decides)
#include <assert.h>
#include <netinet/in.h>
#include <poll.h>
#include <sys/select.h>
#include <sys/socket.h>
#include <unistd.h>
#ifndef CASE
#define CASE 0
#endif
int main(void) {
  struct sockaddr_in address = {.sin_family = AF_INET};
  socklen_t length = sizeof address;
  char bytes[4] = "abc";
#if CASE == 4
  int pair[2];
  if (socketpair(AF_UNIX, SOCK_STREAM, 0, pair) != 0) return 0;
  assert(pair[0] != pair[1]);
  if (send(pair[0], bytes, 4, 0) == 4 && recv(pair[1], bytes, 4, 0) == 4) assert(bytes[0] == 'a');
  return 0;
#endif
  int own = socket(AF_INET, SOCK_STREAM, 0);
  assert(own >= -1);
  if (own < 0 || bind(own, (struct sockaddr *)&address, CASE == 2 ? 100 : sizeof address) != 0 || listen(own, 5) != 0)
    return 1;
  struct pollfd polled[2] = {{.fd = own, .events = POLLIN}, {.fd = -1, .events = POLLIN}};
  int ready = poll(polled, 2, -1);
  assert(ready == -1 || ready == 1);
  if (ready == 1) assert(polled[0].revents != 0 && (polled[0].revents & POLLOUT) == 0 && polled[1].revents == 0);
  fd_set set;
  FD_ZERO(&set);
  FD_SET(3, &set);
  ready = select(4, &set, 0, 0, 0);
  assert(ready == -1 || (ready == 1 && FD_ISSET(3, &set)));
  int other = accept(own, (struct sockaddr *)&address, &length);
  if (other < 0) return 1;
  if (CASE == 1) assert(length <= sizeof address);
  ssize_t count = recv(other, bytes, CASE == 3 ? 5 : 4, 0);
  assert(count >= -1 && count <= 5);
  count = send(other, bytes, 4, 0);
  assert(count >= -1 && count <= 4);
  close(other);
  return 0;
}
