// sys/socket.h, poll.h, sys/select.h: who is at the other end, the world outside decides, and so is what is received an input. What
// is sent is read and gone.
#include "stdio_file.h"

static int openDescriptor(void);
static ssize_t transferred(size_t most);
static int isStandardNumber(int file);

/// Whether both ends of a socket may be the program's own.
static int hasOwnEnds;
static void requireForeignEnd(void) {
  if (hasOwnEnds) __assay_unsupported("receiving what the program may have sent itself");
}

MODEL(int, socket)(int domain, int type, int protocol) { return openDescriptor(); }
MODEL(int, listen)(int socket, int most) { return zeroOrFailure(); }
MODEL(int, shutdown)(int socket, int how) { return zeroOrFailure(); }
UNSPECIFIED(int, socketpair);
static int openPair(int* first, int* second) {
  if (fails()) return -1;
  hasOwnEnds = 1;
  *first = __assay_unspecified_socketpair();
  *second = __assay_unspecified_socketpair();
  __VERIFIER_assume(*first >= 0 && *second >= 0 && *first != *second);
  return 0;
}
MODEL(int, socketpair)(int domain, int type, int protocol, int* sockets) {
  int first = 0;
  int second = 0;
  if (openPair(&first, &second) != 0) return -1;
  sockets[0] = first;
  sockets[1] = second;
  return 0;
}

/// Something of the system, of a length that the caller may have no room for.
INPUT(u32, given_length);
static void giveBytes(void* to, u32* length) {
  const u32 room = *length;
  const u32 size = __assay_input_given_length();
  __VERIFIER_assume(size <= 128);
  const u32 given = size < room ? size : room;
  if (given > 0) __VERIFIER_nondet_memory(to, given);
  *length = size;
}
#define TAKES_ADDRESS(name)                                                                                            \
  MODEL(int, name)(int socket, const void* address, u32 length) {                                                      \
    __assay_reads(address, length);                                                                                    \
    __assay_step();                                                                                                    \
    return zeroOrFailure();                                                                                            \
  }
TAKES_ADDRESS(bind)
TAKES_ADDRESS(connect)
#undef TAKES_ADDRESS
#define GIVES_ADDRESS(name)                                                                                            \
  MODEL(int, name)(int socket, void* address, u32* length) {                                                           \
    if (fails()) return -1;                                                                                            \
    giveBytes(address, length);                                                                                        \
    return 0;                                                                                                          \
  }
GIVES_ADDRESS(getsockname)
GIVES_ADDRESS(getpeername)
#undef GIVES_ADDRESS
static int acceptOne(void* address, u32* length) {
  __assay_step();
  const int file = openDescriptor();
  if (file >= 0 && address != NULL) giveBytes(address, length);
  return file;
}
MODEL(int, accept)(int socket, void* address, u32* length) { return acceptOne(address, length); }
MODEL(int, accept4)(int socket, void* address, u32* length, int flags) { return acceptOne(address, length); }

MODEL(int, setsockopt)(int socket, int level, int name, const void* value, u32 length) {
  __assay_reads(value, length);
  return zeroOrFailure();
}
MODEL(int, getsockopt)(int socket, int level, int name, void* value, u32* length) {
  if (fails()) return -1;
  giveBytes(value, length);
  return 0;
}

MODEL(ssize_t, send)(int socket, const void* bytes, size_t size, int flags) {
  __assay_reads(bytes, size);
  __assay_step();
  return transferred(size);
}
MODEL(ssize_t, sendto)(int socket, const void* bytes, size_t size, int flags, const void* address, u32 length) {
  __assay_reads(bytes, size);
  if (address != NULL) __assay_reads(address, length);
  __assay_step();
  return transferred(size);
}
/// Of a datagram that is too long, the rest is lost, and its length is told if that is asked for.
enum { kTellsLength = 0x20 };
static ssize_t receive(void* to, size_t size, int flags) {
  requireForeignEnd();
  __assay_step();
  const ssize_t count = transferred((flags & kTellsLength) != 0 ? (size_t)LONG_MAX : size);
  const size_t received = count < 0 ? 0 : (size_t)count < size ? (size_t)count : size;
  if (received > 0) __VERIFIER_nondet_memory(to, received);
  return count;
}
MODEL(ssize_t, recv)(int socket, void* to, size_t size, int flags) { return receive(to, size, flags); }
MODEL(ssize_t, recvfrom)(int socket, void* to, size_t size, int flags, void* address, u32* length) {
  const ssize_t count = receive(to, size, flags);
  if (count >= 0 && address != NULL) giveBytes(address, length);
  return count;
}

struct Polled {
  int file;
  short asked, found;
};
INPUT(short, poll);
MODEL(int, poll)(struct Polled* files, unsigned long count, int time) {
  enum { kAlways = 0x38 }; // an error, the other end's end, no file
  __assay_step();
  if (fails()) return -1;
  int found = 0;
  for (unsigned long i = 0; i < count; ++i) {
    const short is = __assay_input_poll();
    files[i].found = files[i].file < 0 ? 0 : (short)(is & (files[i].asked | kAlways));
    found += files[i].found != 0;
  }
  __VERIFIER_assume(found > 0 || time >= 0);
  return found;
}

INPUT(unsigned long, select);
static int keepReady(unsigned long* set, int count) {
  enum { kBits = 8 * sizeof(long) };
  int ready = 0;
  for (int i = 0; set != NULL && i < (count + kBits - 1) / kBits; ++i) {
    set[i] &= __assay_input_select();
    ready += __builtin_popcountl(set[i]);
  }
  return ready;
}
static int selectReady(int count, unsigned long* in, unsigned long* out, unsigned long* errors, int isTimed) {
  __assay_step();
  if (count < 0 || fails()) return failure();
  const int ready = keepReady(in, count) + keepReady(out, count) + keepReady(errors, count);
  __VERIFIER_assume(ready > 0 || isTimed);
  return ready;
}
/// Linux tells how much of the time is left.
struct SelectTime {
  long seconds, microseconds;
};
INPUT(long, time_left);
MODEL(int, select)(int count, unsigned long* in, unsigned long* out, unsigned long* errors, struct SelectTime* time) {
  const int ready = selectReady(count, in, out, errors, time != NULL);
  if (time != NULL) {
    const long seconds = __assay_input_time_left();
    const long microseconds = __assay_input_time_left();
    __VERIFIER_assume(seconds >= 0 && microseconds >= 0 && microseconds < 1000000);
    time->seconds = seconds;
    time->microseconds = microseconds;
  }
  return ready;
}
MODEL(int, pselect)(int count, unsigned long* in, unsigned long* out, unsigned long* errors, const void* time,
                    const void* mask) {
  if (time != NULL) __assay_reads(time, 2 * sizeof(long));
  if (mask != NULL) __assay_reads(mask, 8);
  return selectReady(count, in, out, errors, time != NULL);
}
