// Threads themselves: pthread_create and its kin, pthread_once.
#include "threads.h"

enum { kJoinable = 0, kDetached = 1, kJoined = 2 };
struct Thread {
  int hasEnded;
  int state;
  void* result;
};
static struct Thread threads[kThreads] OF_THREADS;
static int threadCount OF_THREADS = 1; // of those that were ever started

static int countThreads(void) {
  __assay_atomic_begin();
  const int count = threadCount;
  __assay_atomic_end();
  return count;
}

/// As glibc has it, with the size that it has there.
struct ThreadAttributes {
  int priority, policy, flags; // 1: detached
  size_t guard;
  void* stack;
  size_t stackSize;
};

/// Waits for all threads and ends the program: a thread of its own, so that the ends of the others have nothing to do with
/// each other, and nobody's variables are left.
static void endWithLastThread(void) {
  for (int number = 1; number < countThreads(); ++number) __assay_await_distinct(&threads[number].hasEnded, 0);
  __assay_exit_with_last_thread(0);
}

static void giveResult(void* result) {
  runDestructors();
  __assay_atomic_begin();
  threads[self].result = result;
  threads[self].hasEnded = 1;
  __assay_atomic_end();
}

static _Noreturn void leaveThread(void* result) {
  giveResult(result);
  if (!__assay_has_threads()) __assay_exit_with_last_thread(0);
  if (self == 0) __assay_spawn((void*)endWithLastThread);
  __assay_end_thread();
}

static void runThread(void* (*start)(void*), void* argument, int number) {
  self = number;
  giveResult(start(argument));
  __assay_end_thread();
}

/// The number of a thread that is about to start, which is the caller's business.
static int createThread(unsigned long* thread, int isDetached) {
  if (threadCount == kThreads) __assay_unsupported("more than 127 threads");
  const int number = threadCount++;
  threads[number].state = isDetached ? kDetached : kJoinable;
  *thread = (unsigned long)number + 1;
  return number;
}

/// It may still be joined or detached; anything else is undefined.
static void checkThread(unsigned long thread) {
  if (thread == 0 || thread > (unsigned long)threadCount)
    __assay_unsupported("what is joined or detached is no thread");
  if (threads[thread - 1].state != kJoinable)
    __assay_unsupported("a thread is joined or detached that was joined or detached before");
}

static int joinThread(unsigned long thread, void** result) {
  __assay_atomic_begin();
  checkThread(thread);
  if (thread == (unsigned long)self + 1) {
    __assay_atomic_end();
    return EDEADLK;
  }
  threads[thread - 1].state = kJoined;
  if (__assay_has_threads()) {
    if (__assay_checks_deadlocks() && !threads[thread - 1].hasEnded) beginWaiting(NULL, NULL, thread);
    __assay_await_distinct(&threads[thread - 1].hasEnded, 0);
    if (__assay_checks_deadlocks()) endWaiting();
  }
  void* const given = threads[thread - 1].result;
  __assay_atomic_end();
  if (result != NULL) *result = given;
  return 0;
}

static int detachThread(unsigned long thread) {
  __assay_atomic_begin();
  checkThread(thread);
  threads[thread - 1].state = kDetached;
  __assay_atomic_end();
  return 0;
}

INPUT(unsigned long, pthread_self);
static unsigned long thisThread(void) {
  static unsigned long known OF_THREADS;
  if (__assay_has_threads()) return (unsigned long)self + 1;
  if (known == 0) {
    known = __assay_input_pthread_self();
    __VERIFIER_assume(known != 0);
  }
  return known;
}

ROLE(create)
MODEL(int, pthread_create)(unsigned long* thread, const struct ThreadAttributes* attributes, void* (*start)(void*),
                           void* argument) {
  const int isDetached = attributes != NULL && (attributes->flags & 1) != 0;
  __assay_atomic_begin();
  const int number = createThread(thread, isDetached);
  __assay_spawn((void*)runThread, start, argument, number);
  __assay_atomic_end();
  return 0;
}
MODEL(_Noreturn void, pthread_exit)(void* result) { leaveThread(result); }
ROLE(join) MODEL(int, pthread_join)(unsigned long thread, void** result) { return joinThread(thread, result); }
ROLE(detach) MODEL(int, pthread_detach)(unsigned long thread) { return detachThread(thread); }
MODEL(unsigned long, pthread_self)(void) { return thisThread(); }
MODEL(int, pthread_equal)(unsigned long a, unsigned long b) { return a == b; }

MODEL(int, pthread_attr_init)(struct ThreadAttributes* attributes) {
  memset(attributes, 0, sizeof(void*) == 8 ? 56 : 36);
  return 0;
}
MODEL(int, pthread_attr_destroy)(struct ThreadAttributes* attributes) { return 0; }
MODEL(int, pthread_attr_setdetachstate)(struct ThreadAttributes* attributes, int state) {
  if (state != 0 && state != 1) return EINVAL;
  attributes->flags = (attributes->flags & ~1) | state;
  return 0;
}
MODEL(int, pthread_attr_getdetachstate)(const struct ThreadAttributes* attributes, int* state) {
  *state = attributes->flags & 1;
  return 0;
}
MODEL(int, pthread_attr_setstacksize)(struct ThreadAttributes* attributes, size_t size) {
  if (size < 16384) return EINVAL;
  attributes->stackSize = size;
  return 0;
}
MODEL(int, pthread_attr_getstacksize)(const struct ThreadAttributes* attributes, size_t* size) {
  *size = attributes->stackSize != 0 ? attributes->stackSize : (size_t)8 << 20;
  return 0;
}
MODEL(int, pthread_attr_setguardsize)(struct ThreadAttributes* attributes, size_t size) {
  attributes->guard = size;
  return 0;
}
MODEL(int, pthread_attr_setscope)(struct ThreadAttributes* attributes, int scope) {
  return scope == 0 ? 0 : scope == 1 ? kNotSupported : EINVAL;
}

// Nobody is cancelled: who asks for that is not followed.
MODEL(int, pthread_setcancelstate)(int state, int* old) {
  if (state != 0 && state != 1) return EINVAL;
  if (old != NULL) *old = 0;
  return 0;
}
MODEL(int, pthread_setcanceltype)(int type, int* old) {
  if (type != 0 && type != 1) return EINVAL;
  if (old != NULL) *old = 0;
  return 0;
}
MODEL(void, pthread_testcancel)(void) {}
MODEL(int, pthread_cancel)(unsigned long thread) { __assay_unsupported("pthread_cancel"); }
MODEL(int, pthread_kill)(unsigned long thread, int signal) { __assay_unsupported("pthread_kill"); }

static void callOnce(int* state, void (*function)(void)) {
  __assay_atomic_begin();
  if (*state == 1) {
    beginWaiting(NULL, state, 0);
    awaitEqual(state, 2); // for the function to return
    endWaiting();
  }
  const int isDone = *state != 0;
  if (!isDone) {
    *state = 1;
    keep(state);
  }
  __assay_atomic_end();
  if (isDone) return;
  function();
  __assay_atomic_begin();
  *state = 2;
  giveBack(state);
  __assay_atomic_end();
}
ROLE(once) MODEL(int, pthread_once)(int* state, void (*function)(void)) {
  callOnce(state, function);
  return 0;
}

// For verification: nothing comes between.
MODEL(void, __VERIFIER_atomic_begin)(void) { __assay_atomic_begin(); }
MODEL(void, __VERIFIER_atomic_end)(void) { __assay_atomic_end(); }
