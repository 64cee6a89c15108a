// pthread.h, semaphore.h and threads.h in a program that starts no thread: what is locked stays locked until the
// program itself unlocks it, and a wait for another thread never ends. In programs with threads these are not linked.
#include "assay_models.h"

enum { kTimedOut = 110, kNormal = 0, kRecursive = 1, kErrorCheck = 2, kAdaptive = 3 };

/// An execution that does not go on, and does not end either.
static void waitForEver(void) {
  for (;;) {
  }
}

/// The beginning of glibc's, whose initialisers set the kind.
struct Mutex {
  int locked;
  unsigned count; // of a recursive one, how often it is locked again
  int owner;
#if __SIZEOF_POINTER__ == 8
  unsigned users;
  int kind;
#else
  int kind;
  unsigned users;
#endif
};
static void initialiseMutex(struct Mutex* mutex, int kind) {
  memset(mutex, 0, sizeof(void*) == 8 ? 40 : 24);
  mutex->kind = kind;
}
/// Locks, or says why not: EBUSY where it would wait.
static int tryLock(struct Mutex* mutex, int isTrial) {
  const int kind = mutex->kind & 3;
  if (mutex->kind == -1) return EINVAL; // destroyed
  if (!mutex->locked) {
    mutex->locked = 1;
    return 0;
  }
  if (kind == kRecursive) {
    if (mutex->count == ~0u) return EAGAIN;
    ++mutex->count;
    return 0;
  }
  return kind == kErrorCheck && !isTrial ? EDEADLK : EBUSY;
}
static int lockMutex(struct Mutex* mutex) {
  const int result = tryLock(mutex, 0);
  if (result == EBUSY) waitForEver();
  return result;
}
static int unlockMutex(struct Mutex* mutex) {
  const int kind = mutex->kind & 3;
  if (mutex->kind == -1) return EINVAL;
  if (!mutex->locked && (kind == kRecursive || kind == kErrorCheck)) return EPERM;
  if (kind == kRecursive && mutex->count > 0) {
    --mutex->count;
  } else {
    mutex->locked = 0;
  }
  return 0;
}
static int destroyMutex(struct Mutex* mutex) {
  if (mutex->locked) return EBUSY;
  mutex->kind = -1;
  return 0;
}

MODEL(int, pthread_mutex_init)(struct Mutex* mutex, const int* attributes) {
  initialiseMutex(mutex, attributes == NULL ? kNormal : *attributes & 3);
  return 0;
}
MODEL(int, pthread_mutex_lock)(struct Mutex* mutex) { return lockMutex(mutex); }
MODEL(int, pthread_mutex_trylock)(struct Mutex* mutex) { return tryLock(mutex, 1); }
MODEL(int, pthread_mutex_timedlock)(struct Mutex* mutex, const void* time) {
  const int result = tryLock(mutex, 0);
  return result == EBUSY ? kTimedOut : result;
}
MODEL(int, pthread_mutex_unlock)(struct Mutex* mutex) { return unlockMutex(mutex); }
MODEL(int, pthread_mutex_destroy)(struct Mutex* mutex) { return destroyMutex(mutex); }
MODEL(int, pthread_mutexattr_init)(int* attributes) {
  *attributes = kNormal;
  return 0;
}
MODEL(int, pthread_mutexattr_destroy)(int* attributes) { return 0; }
MODEL(int, pthread_mutexattr_settype)(int* attributes, int kind) {
  if (kind < kNormal || kind > kAdaptive) return EINVAL;
  *attributes = kind;
  return 0;
}
MODEL(int, pthread_mutexattr_gettype)(const int* attributes, int* kind) {
  *kind = *attributes & 3;
  return 0;
}
MODEL(int, pthread_spin_init)(int* lock, int shared) {
  *lock = 0;
  return 0;
}
MODEL(int, pthread_spin_lock)(int* lock) {
  if (*lock) waitForEver();
  *lock = 1;
  return 0;
}
MODEL(int, pthread_spin_trylock)(int* lock) {
  if (*lock) return EBUSY;
  *lock = 1;
  return 0;
}
MODEL(int, pthread_spin_unlock)(int* lock) {
  *lock = 0;
  return 0;
}
MODEL(int, pthread_spin_destroy)(int* lock) { return 0; }

// Conditions: nobody else signals; a wait may return without that.
struct Condition {
  char bytes[48];
};
MODEL(int, pthread_cond_init)(struct Condition* condition, const void* attributes) {
  memset(condition, 0, sizeof *condition);
  return 0;
}
MODEL(int, pthread_cond_destroy)(struct Condition* condition) { return 0; }
MODEL(int, pthread_cond_signal)(struct Condition* condition) { return 0; }
MODEL(int, pthread_cond_broadcast)(struct Condition* condition) { return 0; }
MODEL(int, pthread_cond_wait)(struct Condition* condition, struct Mutex* mutex) {
  if (!__assay_unspecified_choice()) waitForEver();
  return 0;
}
MODEL(int, pthread_cond_timedwait)(struct Condition* condition, struct Mutex* mutex, const void* time) {
  return __assay_unspecified_choice() ? 0 : kTimedOut;
}

struct ReadWriteLock {
  unsigned readers;
  int isWritten;
};
MODEL(int, pthread_rwlock_init)(struct ReadWriteLock* lock, const void* attributes) {
  memset(lock, 0, sizeof(void*) == 8 ? 56 : 32);
  return 0;
}
MODEL(int, pthread_rwlock_destroy)(struct ReadWriteLock* lock) { return 0; }
static int lockForReading(struct ReadWriteLock* lock) {
  if (lock->isWritten) return EBUSY;
  ++lock->readers;
  return 0;
}
static int lockForWriting(struct ReadWriteLock* lock) {
  if (lock->isWritten || lock->readers > 0) return EBUSY;
  lock->isWritten = 1;
  return 0;
}
/// A lock that its holder wants again: an error, if that is noticed.
static int lockedByItself(const struct ReadWriteLock* lock, int result) {
  if (result == 0) return 0;
  if (!lock->isWritten || __assay_unspecified_choice()) waitForEver();
  return EDEADLK;
}
MODEL(int, pthread_rwlock_rdlock)(struct ReadWriteLock* lock) { return lockedByItself(lock, lockForReading(lock)); }
MODEL(int, pthread_rwlock_wrlock)(struct ReadWriteLock* lock) { return lockedByItself(lock, lockForWriting(lock)); }
MODEL(int, pthread_rwlock_tryrdlock)(struct ReadWriteLock* lock) { return lockForReading(lock); }
MODEL(int, pthread_rwlock_trywrlock)(struct ReadWriteLock* lock) { return lockForWriting(lock); }
MODEL(int, pthread_rwlock_unlock)(struct ReadWriteLock* lock) {
  if (lock->isWritten) {
    lock->isWritten = 0;
  } else if (lock->readers > 0) {
    --lock->readers;
  }
  return 0;
}

INPUT(unsigned long, pthread_self);
static unsigned long thisThread(void) {
  static unsigned long known;
  if (known == 0) {
    known = __assay_input_pthread_self();
    __VERIFIER_assume(known != 0);
  }
  return known;
}
MODEL(unsigned long, pthread_self)(void) { return thisThread(); }
MODEL(unsigned long, thrd_current)(void) { return thisThread(); }
MODEL(int, pthread_equal)(unsigned long a, unsigned long b) { return a == b; }
MODEL(int, thrd_equal)(unsigned long a, unsigned long b) { return a == b; }
MODEL(void, thrd_yield)(void) {}

static void callOnce(int* state, void (*function)(void)) {
  if (*state == 1) waitForEver(); // for the function to return, which calls this
  if (*state != 0) return;
  *state = 1;
  function();
  *state = 2;
}
MODEL(int, pthread_once)(int* state, void (*function)(void)) {
  callOnce(state, function);
  return 0;
}
MODEL(void, call_once)(int* state, void (*function)(void)) { callOnce(state, function); }

enum { kKeys = 8 };
static void* keyValues[kKeys];
static int keyIsUsed[kKeys];
MODEL(int, pthread_key_create)(unsigned* key, void (*destructor)(void*)) {
  for (unsigned i = 0; i < kKeys; ++i) {
    if (keyIsUsed[i]) continue;
    keyIsUsed[i] = 1;
    keyValues[i] = NULL;
    *key = i;
    return 0;
  }
  __assay_unsupported("many keys of a thread");
}
MODEL(int, pthread_key_delete)(unsigned key) {
  if (key >= kKeys || !keyIsUsed[key]) return EINVAL;
  keyIsUsed[key] = 0;
  return 0;
}
MODEL(int, pthread_setspecific)(unsigned key, const void* value) {
  if (key >= kKeys || !keyIsUsed[key]) return EINVAL;
  keyValues[key] = (void*)value;
  return 0;
}
MODEL(void*, pthread_getspecific)(unsigned key) { return key < kKeys && keyIsUsed[key] ? keyValues[key] : NULL; }

// Semaphores: the value is the first member of glibc's.
static int semaphoreFailure(int error) {
  errorNumber = error;
  return -1;
}
MODEL(int, sem_init)(unsigned* semaphore, int shared, unsigned value) {
  if (value > INT_MAX) return semaphoreFailure(EINVAL);
  memset(semaphore, 0, sizeof(void*) == 8 ? 32 : 16);
  *semaphore = value;
  return 0;
}
MODEL(int, sem_destroy)(unsigned* semaphore) { return 0; }
static int takeSemaphore(unsigned* semaphore, int error) {
  if (*semaphore == 0) return semaphoreFailure(error);
  --*semaphore;
  return 0;
}
MODEL(int, sem_wait)(unsigned* semaphore) {
  if (*semaphore == 0) waitForEver();
  return takeSemaphore(semaphore, EINTR);
}
MODEL(int, sem_trywait)(unsigned* semaphore) { return takeSemaphore(semaphore, EAGAIN); }
MODEL(int, sem_timedwait)(unsigned* semaphore, const void* time) { return takeSemaphore(semaphore, kTimedOut); }
MODEL(int, sem_post)(unsigned* semaphore) {
  if (*semaphore == INT_MAX) return semaphoreFailure(EOVERFLOW);
  ++*semaphore;
  return 0;
}
MODEL(int, sem_getvalue)(unsigned* semaphore, int* value) {
  *value = (int)*semaphore;
  return 0;
}

// threads.h: results are thrd_success, thrd_busy and thrd_error.
enum { kSuccess = 0, kBusy = 1, kError = 2 };
static int threadResult(int result) { return result == 0 ? kSuccess : result == EBUSY ? kBusy : kError; }
MODEL(int, mtx_init)(struct Mutex* mutex, int type) {
  if ((type & ~3) != 0) return kError;
  initialiseMutex(mutex, type & 1 ? kRecursive : kNormal);
  return kSuccess;
}
MODEL(int, mtx_lock)(struct Mutex* mutex) { return threadResult(lockMutex(mutex)); }
MODEL(int, mtx_trylock)(struct Mutex* mutex) { return threadResult(tryLock(mutex, 1)); }
MODEL(int, mtx_unlock)(struct Mutex* mutex) { return threadResult(unlockMutex(mutex)); }
MODEL(void, mtx_destroy)(struct Mutex* mutex) { destroyMutex(mutex); }

// For verification: nothing comes between.
MODEL(void, __VERIFIER_atomic_begin)(void) {}
MODEL(void, __VERIFIER_atomic_end)(void) {}
