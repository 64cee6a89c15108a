// Spin locks, locks for readers and writers, barriers, semaphores.
#include "threads.h"

ROLE(initialise) MODEL(int, pthread_spin_init)(int* lock, int shared) {
  *lock = 0;
  return 0;
}
ROLE(lock) MODEL(int, pthread_spin_lock)(int* lock) {
  __assay_atomic_begin();
  if (*lock) {
    beginWaiting(NULL, lock);
    awaitEqual(lock, 0);
    endWaiting();
  }
  *lock = 1;
  keep(lock);
  __assay_atomic_end();
  return 0;
}
ROLE(try_lock) MODEL(int, pthread_spin_trylock)(int* lock) {
  __assay_atomic_begin();
  const int isLocked = *lock;
  if (!isLocked) {
    *lock = 1;
    keep(lock);
  }
  __assay_atomic_end();
  return isLocked ? EBUSY : 0;
}
ROLE(unlock) MODEL(int, pthread_spin_unlock)(int* lock) {
  __assay_atomic_begin();
  *lock = 0;
  giveBack(lock);
  __assay_atomic_end();
  return 0;
}
MODEL(int, pthread_spin_destroy)(int* lock) { return 0; }

struct ReadWriteLock {
  unsigned readers;
  int isWritten;
  int writer; // with threads: its number, plus 1
};
ROLE(initialise) MODEL(int, pthread_rwlock_init)(struct ReadWriteLock* lock, const void* attributes) {
  memset(lock, 0, sizeof(void*) == 8 ? 56 : 32);
  return 0;
}
MODEL(int, pthread_rwlock_destroy)(struct ReadWriteLock* lock) { return 0; }
static int lockForReading(struct ReadWriteLock* lock) {
  if (lock->isWritten) return EBUSY;
  ++lock->readers;
  keep(lock);
  return 0;
}
static int lockForWriting(struct ReadWriteLock* lock) {
  if (lock->isWritten || lock->readers > 0) return EBUSY;
  lock->isWritten = 1;
  if (__assay_has_threads()) lock->writer = self + 1;
  return 0;
}
/// A lock that its holder wants again: an error, if that is noticed. Others wait.
static int lockForEither(struct ReadWriteLock* lock, int writes) {
  __assay_atomic_begin();
  int result = writes ? lockForWriting(lock) : lockForReading(lock);
  if (__assay_has_threads()) {
    while (result == EBUSY) {
      if (lock->isWritten && lock->writer == self + 1) {
        result = EDEADLK;
      } else {
        beginWaiting(&lock->writer, writes ? lock : NULL);
        __assay_await_equal(lock->isWritten ? &lock->isWritten : (const int*)&lock->readers, 0);
        endWaiting();
        result = writes ? lockForWriting(lock) : lockForReading(lock);
      }
    }
  } else if (result != 0) {
    if (!lock->isWritten || __assay_unspecified_choice()) waitForEver();
    result = EDEADLK;
  }
  __assay_atomic_end();
  return result;
}
static int tryEither(struct ReadWriteLock* lock, int writes) {
  __assay_atomic_begin();
  const int result = writes ? lockForWriting(lock) : lockForReading(lock);
  __assay_atomic_end();
  return result;
}
ROLE(lock_shared) MODEL(int, pthread_rwlock_rdlock)(struct ReadWriteLock* lock) { return lockForEither(lock, 0); }
ROLE(lock) MODEL(int, pthread_rwlock_wrlock)(struct ReadWriteLock* lock) { return lockForEither(lock, 1); }
ROLE(try_lock_shared) MODEL(int, pthread_rwlock_tryrdlock)(struct ReadWriteLock* lock) { return tryEither(lock, 0); }
ROLE(try_lock) MODEL(int, pthread_rwlock_trywrlock)(struct ReadWriteLock* lock) { return tryEither(lock, 1); }
ROLE(unlock) MODEL(int, pthread_rwlock_unlock)(struct ReadWriteLock* lock) {
  __assay_atomic_begin();
  if (lock->isWritten) {
    lock->isWritten = 0;
    if (__assay_has_threads()) lock->writer = 0;
  } else if (lock->readers > 0) {
    --lock->readers;
    giveBack(lock);
  }
  __assay_atomic_end();
  return 0;
}

struct Barrier {
  unsigned count, arrived;
  int generation; // how often all were there; who waits would miss that it changed if it came back to what it was
};
enum { kSerialThread = -1 };
ROLE(barrier_initialise)
MODEL(int, pthread_barrier_init)(struct Barrier* barrier, const void* attributes, unsigned count) {
  if (count == 0) return EINVAL;
  memset(barrier, 0, sizeof(void*) == 8 ? 32 : 20);
  barrier->count = count;
  return 0;
}
MODEL(int, pthread_barrier_destroy)(struct Barrier* barrier) { return 0; }
/// The last one to come lets the others go.
ROLE(barrier_wait) MODEL(int, pthread_barrier_wait)(struct Barrier* barrier) {
  __assay_atomic_begin();
  const int isLast = ++barrier->arrived == barrier->count;
  if (isLast) {
    barrier->arrived = 0;
    barrier->generation = (int)((unsigned)barrier->generation + 1);
  } else if (__assay_has_threads()) {
    __assay_await_distinct(&barrier->generation, barrier->generation);
  } else {
    waitForEver();
  }
  __assay_atomic_end();
  return isLast ? kSerialThread : 0;
}

// Semaphores: the value is the first member of glibc's.
static int semaphoreFailure(int error) {
  errorNumber = error;
  return -1;
}
ROLE(semaphore_initialise) MODEL(int, sem_init)(unsigned* semaphore, int shared, unsigned value) {
  if (value > INT_MAX) return semaphoreFailure(EINVAL);
  memset(semaphore, 0, sizeof(void*) == 8 ? 32 : 16);
  *semaphore = value;
  return 0;
}
MODEL(int, sem_destroy)(unsigned* semaphore) { return 0; }
static int takeSemaphore(unsigned* semaphore, int error) {
  __assay_atomic_begin();
  const int isThere = *semaphore > 0;
  if (isThere) --*semaphore;
  __assay_atomic_end();
  return isThere ? 0 : semaphoreFailure(error);
}
ROLE(semaphore_wait) MODEL(int, sem_wait)(unsigned* semaphore) {
  __assay_atomic_begin();
  if (__assay_has_threads()) {
    __assay_await_at_least((const int*)semaphore, 1);
  } else if (*semaphore == 0) {
    waitForEver();
  }
  --*semaphore;
  __assay_atomic_end();
  return 0;
}
MODEL(int, sem_trywait)(unsigned* semaphore) { return takeSemaphore(semaphore, EAGAIN); }
MODEL(int, sem_timedwait)(unsigned* semaphore, const void* time) { return takeSemaphore(semaphore, kTimedOut); }
ROLE(semaphore_post) MODEL(int, sem_post)(unsigned* semaphore) {
  __assay_atomic_begin();
  const int isFull = *semaphore == INT_MAX;
  if (!isFull) ++*semaphore;
  __assay_atomic_end();
  return isFull ? semaphoreFailure(EOVERFLOW) : 0;
}
MODEL(int, sem_getvalue)(unsigned* semaphore, int* value) {
  __assay_atomic_begin();
  const unsigned found = *semaphore;
  __assay_atomic_end();
  *value = (int)found;
  return 0;
}
