// setjmp.h. A jump is an exceptional return: longjmp says where it goes and returns, and whoever has called a function
// that may jump asks whether a jump is on its way (prepare/jumps.cpp, which puts these questions into the program, and
// sees to it that execution goes on behind setjmp). Each execution of setjmp gets a number, its token, which no other
// one has: a thread that wanted to use them all would be at it for years.
#include "threads.h"

/// The size of glibc's, which has the registers, a flag, and the signals that are blocked.
struct JumpBuffer {
  u64 token;
  char registers[__SIZEOF_POINTER__ == 8 ? 56 : 16];
  int keepsSignals;
};

/// The token of the last setjmp of this thread. Tokens are odd, and those of different threads differ in the highest
/// byte.
u64 __assay_jump_last THREAD_LOCAL;
/// Where the jump goes that is on its way, 0 if there is none, and what setjmp is to return there.
u64 __assay_jump_target THREAD_LOCAL;
int __assay_jump_value THREAD_LOCAL;

enum { kThreadShift = 56 };

static int mark(struct JumpBuffer* buffer, int keepsSignals) {
  u64 token = (__assay_jump_last + 2) | 1;
  if (__assay_has_threads()) token = (token << (64 - kThreadShift) >> (64 - kThreadShift)) | (u64)self << kThreadShift;
  __assay_jump_last = token;
  buffer->token = token;
  buffer->keepsSignals = keepsSignals;
  return 0;
}
MODEL(int, setjmp)(struct JumpBuffer* buffer) { return mark(buffer, 0); }
MODEL(int, _setjmp)(struct JumpBuffer* buffer) { return mark(buffer, 0); }
MODEL(int, sigsetjmp)(struct JumpBuffer* buffer, int keepsSignals) { return mark(buffer, keepsSignals); }
MODEL(int, __sigsetjmp)(struct JumpBuffer* buffer, int keepsSignals) { return mark(buffer, keepsSignals); }

static void jump(const struct JumpBuffer* buffer, int value) {
  const u64 token = buffer->token;
  if ((token & 1) == 0 || (__assay_has_threads() && token >> kThreadShift != (u64)self))
    __assay_unsupported("longjmp with a buffer that setjmp has not filled in this thread");
  __assay_jump_target = token;
  __assay_jump_value = value == 0 ? 1 : value;
}
MODEL(void, longjmp)(const struct JumpBuffer* buffer, int value) { jump(buffer, value); }
MODEL(void, _longjmp)(const struct JumpBuffer* buffer, int value) { jump(buffer, value); }
MODEL(void, siglongjmp)(const struct JumpBuffer* buffer, int value) { jump(buffer, value); }
MODEL(void, __longjmp_chk)(const struct JumpBuffer* buffer, int value) { jump(buffer, value); }
