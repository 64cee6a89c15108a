// Mutexes, and conditions, which open and close one. A wait for a condition may return without a signal, so it is nothing but
// that, unless deadlocks are looked for: then it may also wait for a signal, which wakes somebody who waits at that time.
#include "threads.h"

static void initialiseMutex(struct Mutex* mutex, int kind) {
  memset(mutex, 0, sizeof(void*) == 8 ? 40 : 24);
  mutex->kind = kind;
}

static int isMine(const struct Mutex* mutex) { return !__assay_has_threads() || mutex->owner == self + 1; }

/// Locks, or says why not: EBUSY where it would wait. Nobody else goes on meanwhile.
static int tryLock(struct Mutex* mutex, int isTrial) {
  const int kind = mutex->kind & 3;
  if (mutex->kind == -1) return EINVAL; // destroyed
  if (!mutex->locked) {
    mutex->locked = 1;
    if (__assay_has_threads()) mutex->owner = self + 1;
    return 0;
  }
  if (kind == kRecursive && isMine(mutex)) {
    if (mutex->count == ~0u) return EAGAIN;
    ++mutex->count;
    return 0;
  }
  return kind == kErrorCheck && !isTrial && isMine(mutex) ? EDEADLK : EBUSY;
}

static int tryMutex(struct Mutex* mutex, int isTrial) {
  __assay_atomic_begin();
  const int result = tryLock(mutex, isTrial);
  __assay_atomic_end();
  return result;
}

static int lockMutex(struct Mutex* mutex) {
  __assay_atomic_begin();
  int result = tryLock(mutex, 0);
  if (result == EBUSY) {
    beginWaiting(&mutex->owner, NULL);
    awaitEqual(&mutex->locked, 0);
    endWaiting();
    if (__assay_has_threads()) result = tryLock(mutex, 0);
  }
  __assay_atomic_end();
  return result;
}

static int openMutex(struct Mutex* mutex) {
  const int kind = mutex->kind & 3;
  if (mutex->kind == -1) return EINVAL;
  if ((!mutex->locked || !isMine(mutex)) && (kind == kRecursive || kind == kErrorCheck)) return EPERM;
  if (kind == kRecursive && mutex->count > 0) {
    --mutex->count;
  } else {
    mutex->locked = 0;
    if (__assay_has_threads()) mutex->owner = 0;
  }
  return 0;
}

static int unlockMutex(struct Mutex* mutex) {
  __assay_atomic_begin();
  const int result = openMutex(mutex);
  __assay_atomic_end();
  return result;
}

static int destroyMutex(struct Mutex* mutex) {
  __assay_atomic_begin();
  const int isLocked = mutex->locked;
  if (!isLocked) mutex->kind = -1;
  __assay_atomic_end();
  return isLocked ? EBUSY : 0;
}

ROLE(initialise) MODEL(int, pthread_mutex_init)(struct Mutex* mutex, const int* attributes) {
  initialiseMutex(mutex, attributes == NULL ? kNormal : *attributes & 3);
  return 0;
}
ROLE(lock) MODEL(int, pthread_mutex_lock)(struct Mutex* mutex) { return lockMutex(mutex); }
ROLE(try_lock) MODEL(int, pthread_mutex_trylock)(struct Mutex* mutex) { return tryMutex(mutex, 1); }
ROLE(try_lock) MODEL(int, pthread_mutex_timedlock)(struct Mutex* mutex, const void* time) {
  const int result = tryMutex(mutex, 0);
  return result == EBUSY ? kTimedOut : result;
}
ROLE(unlock) MODEL(int, pthread_mutex_unlock)(struct Mutex* mutex) { return unlockMutex(mutex); }
ROLE(destroy) MODEL(int, pthread_mutex_destroy)(struct Mutex* mutex) { return destroyMutex(mutex); }
MODEL(int, pthread_mutex_consistent)(struct Mutex* mutex) { __assay_unsupported("a robust mutex"); }
MODEL(int, pthread_mutexattr_init)(int* attributes) {
  *attributes = kNormal;
  return 0;
}
MODEL(int, pthread_mutexattr_destroy)(int* attributes) { return 0; }
ROLE(set_kind) MODEL(int, pthread_mutexattr_settype)(int* attributes, int kind) {
  if (kind < kNormal || kind > kAdaptive) return EINVAL;
  *attributes = kind;
  return 0;
}
MODEL(int, pthread_mutexattr_gettype)(const int* attributes, int* kind) {
  *kind = *attributes & 3;
  return 0;
}
MODEL(int, pthread_mutexattr_setpshared)(int* attributes, int shared) {
  return shared == 0 || shared == 1 ? 0 : EINVAL;
}
MODEL(int, pthread_mutexattr_setrobust)(int* attributes, int robust) {
  if (robust == 0) return 0;
  if (robust != 1) return EINVAL;
  __assay_unsupported("a robust mutex");
}

INPUT(int, wakes_by_itself);
INPUT(int, wakes_next);
static const struct Condition* waitsFor[kThreads] OF_THREADS;
static int isWaiting[kThreads] OF_THREADS;

/// One of those who wait, or all.
static void wake(struct Condition* condition, int isAll) {
  if (!__assay_has_threads() || !__assay_checks_deadlocks()) return;
  __assay_atomic_begin();
  const int count = countThreads();
  int last = -1;
  for (int thread = 0; thread < count; ++thread) {
    if (!isWaiting[thread] || waitsFor[thread] != condition) continue;
    if (isAll)
      isWaiting[thread] = 0;
    else if (last < 0 || __assay_input_wakes_next())
      last = thread;
  }
  if (last >= 0) isWaiting[last] = 0;
  __assay_atomic_end();
}

/// As long as it likes.
static int waitForSomeTime(struct Mutex* mutex) {
  const int result = unlockMutex(mutex);
  return result != 0 ? result : lockMutex(mutex);
}

/// Until a signal comes.
static int waitForSignal(struct Condition* condition, struct Mutex* mutex) {
  __assay_atomic_begin();
  const int result = unlockMutex(mutex);
  if (result == 0) {
    waitsFor[self] = condition;
    isWaiting[self] = 1;
    __assay_await_equal(&isWaiting[self], 0);
  }
  __assay_atomic_end();
  return result != 0 ? result : lockMutex(mutex);
}

/// Without threads nobody else signals; a wait may return without that.
static int waitForCondition(struct Condition* condition, struct Mutex* mutex) {
  if (__assay_has_threads() && __assay_checks_deadlocks() && !__assay_input_wakes_by_itself())
    return waitForSignal(condition, mutex);
  if (__assay_has_threads()) return waitForSomeTime(mutex);
  if (!__assay_unspecified_choice()) waitForEver();
  return 0;
}
MODEL(int, pthread_cond_init)(struct Condition* condition, const void* attributes) {
  memset(condition, 0, sizeof *condition);
  return 0;
}
MODEL(int, pthread_cond_destroy)(struct Condition* condition) { return 0; }
MODEL(int, pthread_cond_signal)(struct Condition* condition) {
  wake(condition, 0);
  return 0;
}
MODEL(int, pthread_cond_broadcast)(struct Condition* condition) {
  wake(condition, 1);
  return 0;
}
ROLE(wait) MODEL(int, pthread_cond_wait)(struct Condition* condition, struct Mutex* mutex) {
  return waitForCondition(condition, mutex);
}
ROLE(wait) MODEL(int, pthread_cond_timedwait)(struct Condition* condition, struct Mutex* mutex, const void* time) {
  if (__assay_has_threads()) {
    const int result = waitForSomeTime(mutex);
    if (result != 0) return result;
  }
  return __assay_unspecified_choice() ? 0 : kTimedOut;
}
MODEL(int, pthread_condattr_init)(int* attributes) {
  *attributes = 0;
  return 0;
}
MODEL(int, pthread_condattr_destroy)(int* attributes) { return 0; }
MODEL(int, pthread_condattr_setclock)(int* attributes, int clock) { return clock == 0 || clock == 1 ? 0 : EINVAL; }
