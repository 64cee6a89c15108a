// What the models of pthread.h, semaphore.h and threads.h share. In a program that starts no thread, what is locked stays locked
// until the program itself unlocks it, and who waits for another thread waits for ever. In one with threads, each function is
// an atomic region that waits where it has to: one step, and another one where it waits. Objects have glibc's sizes, and its
// layout where initialisers say something, so that static initialisers, copies and memset do what they do there.
#pragma once

#include "assay_models.h"

enum { kTimedOut = 110, kNotSupported = 95 };

enum { kThreads = 128 };
/// The number of the running thread; main's is 0.
static int self THREAD_LOCAL;

/// An execution that does not go on, and does not end either.
static void waitForEver(void) {
  __assay_deadlock();
  for (;;) {
  }
}

static void awaitEqual(const int* p, int value) {
  if (__assay_has_threads()) {
    __assay_await_equal(p, value);
  } else {
    waitForEver();
  }
}

/// glibc's begins so; its initialisers set the kind.
struct Mutex {
  int locked;
  unsigned count; // of a recursive one, how often it is locked again
  int owner;      // with threads: the number of who has locked it, plus 1
#if __SIZEOF_POINTER__ == 8
  unsigned users;
  int kind;
#else
  int kind;
  unsigned users;
#endif
};
enum { kNormal = 0, kRecursive = 1, kErrorCheck = 2, kAdaptive = 3 };
static void initialiseMutex(struct Mutex* mutex, int kind);
static int tryLock(struct Mutex* mutex, int isTrial);
static int tryMutex(struct Mutex* mutex, int isTrial);
static int lockMutex(struct Mutex* mutex);
static int unlockMutex(struct Mutex* mutex);
static int destroyMutex(struct Mutex* mutex);

// Who waits for whom (threads_waits.c).
static void keep(const void* object);
static void giveBack(const void* object);
static void beginWaiting(const int* holder, const void* object);
static void endWaiting(void);

struct Condition {
  char bytes[48];
};
static int waitForSomeTime(struct Mutex* mutex);
static int waitForCondition(struct Condition* condition, struct Mutex* mutex);
static void wake(struct Condition* condition, int isAll);

static int countThreads(void);
static int createThread(unsigned long* thread, int isDetached);
static int joinThread(unsigned long thread, void** result);
static int detachThread(unsigned long thread);
static void giveResult(void* result);
static _Noreturn void leaveThread(void* result);
static unsigned long thisThread(void);
static void callOnce(int* state, void (*function)(void));

typedef void destructor_function(void*);
static int createKey(unsigned* key, destructor_function* destructor);
static int deleteKey(unsigned key);
static int setSpecific(unsigned key, const void* value);
static void* getSpecific(unsigned key);
static void runDestructors(void);
