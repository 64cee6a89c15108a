// threads.h: the same under other names.
#include "threads.h"

enum { kSuccess = 0, kBusy = 1, kError = 2, kThreadTimedOut = 4 };
static int threadResult(int result) { return result == 0 ? kSuccess : result == EBUSY ? kBusy : kError; }

static void runC11Thread(int (*start)(void*), void* argument, int number) {
  self = number;
  giveResult((void*)(ssize_t)start(argument));
  __assay_end_thread();
}
ROLE(create) MODEL(int, thrd_create)(unsigned long* thread, int (*start)(void*), void* argument) {
  __assay_atomic_begin();
  const int number = createThread(thread, 0);
  __assay_spawn((void*)runC11Thread, start, argument, number);
  __assay_atomic_end();
  return kSuccess;
}
MODEL(_Noreturn void, thrd_exit)(int result) { leaveThread((void*)(ssize_t)result); }
ROLE(join) MODEL(int, thrd_join)(unsigned long thread, int* result) {
  void* given = NULL;
  if (joinThread(thread, &given) != 0) return kError;
  if (result != NULL) *result = (int)(ssize_t)given;
  return kSuccess;
}
ROLE(detach) MODEL(int, thrd_detach)(unsigned long thread) { return threadResult(detachThread(thread)); }
MODEL(unsigned long, thrd_current)(void) { return thisThread(); }
MODEL(int, thrd_equal)(unsigned long a, unsigned long b) { return a == b; }
MODEL(void, thrd_yield)(void) { __assay_step(); }

ROLE(once) MODEL(void, call_once)(int* state, void (*function)(void)) { callOnce(state, function); }

ROLE(initialise) MODEL(int, mtx_init)(struct Mutex* mutex, int type) {
  if ((type & ~3) != 0) return kError;
  initialiseMutex(mutex, type & 1 ? kRecursive : kNormal);
  return kSuccess;
}
ROLE(lock) MODEL(int, mtx_lock)(struct Mutex* mutex) { return threadResult(lockMutex(mutex)); }
ROLE(try_lock) MODEL(int, mtx_trylock)(struct Mutex* mutex) { return threadResult(tryMutex(mutex, 1)); }
ROLE(try_lock) MODEL(int, mtx_timedlock)(struct Mutex* mutex, const void* time) {
  const int result = tryMutex(mutex, 0);
  return result == EBUSY ? kThreadTimedOut : threadResult(result);
}
ROLE(unlock) MODEL(int, mtx_unlock)(struct Mutex* mutex) { return threadResult(unlockMutex(mutex)); }
ROLE(destroy) MODEL(void, mtx_destroy)(struct Mutex* mutex) { destroyMutex(mutex); }

MODEL(int, cnd_init)(struct Condition* condition) {
  memset(condition, 0, sizeof *condition);
  return kSuccess;
}
MODEL(void, cnd_destroy)(struct Condition* condition) {}
MODEL(int, cnd_signal)(struct Condition* condition) {
  wake(condition, 0);
  return kSuccess;
}
MODEL(int, cnd_broadcast)(struct Condition* condition) {
  wake(condition, 1);
  return kSuccess;
}
ROLE(wait) MODEL(int, cnd_wait)(struct Condition* condition, struct Mutex* mutex) {
  return threadResult(waitForCondition(condition, mutex));
}
ROLE(wait) MODEL(int, cnd_timedwait)(struct Condition* condition, struct Mutex* mutex, const void* time) {
  if (__assay_has_threads()) {
    const int result = waitForSomeTime(mutex);
    if (result != 0) return kError;
  }
  return __assay_unspecified_choice() ? kSuccess : kThreadTimedOut;
}

MODEL(int, tss_create)(unsigned* key, destructor_function* destructor) {
  return threadResult(createKey(key, destructor));
}
MODEL(void, tss_delete)(unsigned key) { deleteKey(key); }
MODEL(int, tss_set)(unsigned key, void* value) { return threadResult(setSpecific(key, value)); }
MODEL(void*, tss_get)(unsigned key) { return getSpecific(key); }
