// Keys: each thread has a value for each. When a thread ends, destructors get its values, at most four times.
#include "threads.h"

enum { kKeys = 8, kFree = 0, kUsed = 1, kGone = 2, kRounds = 4 };
static void* keyValues[kKeys] THREAD_LOCAL;
static int keyStates[kKeys] OF_THREADS;
static destructor_function* keyDestructors[kKeys] OF_THREADS;

static int createKey(unsigned* key, destructor_function* destructor) {
  __assay_atomic_begin();
  for (unsigned i = 0; i < kKeys; ++i) {
    if (keyStates[i] != kFree) continue;
    keyStates[i] = kUsed;
    keyValues[i] = NULL;
    keyDestructors[i] = destructor;
    __assay_atomic_end();
    *key = i;
    return 0;
  }
  __assay_unsupported("many keys of a thread");
}

/// Where there are threads, others may still have values: the key is not given again.
static int deleteKey(unsigned key) {
  __assay_atomic_begin();
  const int isThere = key < kKeys && keyStates[key] == kUsed;
  if (isThere) keyStates[key] = __assay_has_threads() ? kGone : kFree;
  __assay_atomic_end();
  return isThere ? 0 : EINVAL;
}

static int isKey(unsigned key) {
  if (key >= kKeys) return 0;
  __assay_atomic_begin();
  const int isThere = keyStates[key] == kUsed;
  __assay_atomic_end();
  return isThere;
}
static int setSpecific(unsigned key, const void* value) {
  if (!isKey(key)) return EINVAL;
  keyValues[key] = (void*)value;
  return 0;
}
static void* getSpecific(unsigned key) { return isKey(key) ? keyValues[key] : NULL; }

static void runDestructors(void) {
  if (!__assay_program_uses("pthread_key_create") && !__assay_program_uses("tss_create")) return;
  int hasRun = 1;
  for (int round = 0; round < kRounds && hasRun; ++round) {
    hasRun = 0;
    for (unsigned i = 0; i < kKeys; ++i) {
      void* const value = keyValues[i];
      if (value == NULL) continue;
      __assay_atomic_begin();
      destructor_function* const destructor = keyStates[i] == kUsed ? keyDestructors[i] : NULL;
      __assay_atomic_end();
      if (destructor == NULL) continue;
      keyValues[i] = NULL;
      hasRun = 1;
      destructor(value);
    }
  }
}

MODEL(int, pthread_key_create)(unsigned* key, destructor_function* destructor) { return createKey(key, destructor); }
MODEL(int, pthread_key_delete)(unsigned key) { return deleteKey(key); }
MODEL(int, pthread_setspecific)(unsigned key, const void* value) { return setSpecific(key, value); }
MODEL(void*, pthread_getspecific)(unsigned key) { return getSpecific(key); }
