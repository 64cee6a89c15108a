// Accesses and locks, as the checker has found them itself.
#pragma once

#include "analysis/threads/walk_facts.h"

#include <set>
#include <vector>

namespace assay {

struct SharedAccess {
  uint32_t thread = 0;
  EdgeId edge, userEdge;
  bool isWrite = false, isAtomic = false, isFree = false;
  bool isOverLock = false; // that may have been initialised before
  bool isOfLocks = false;  // by a function of the library for locks
  bool isInRole = false;   // by a function of the library for threads
  bool isAlone = false;    // nobody else is alive
  bool isFresh = false;    // nobody else knows the object
  Term pointer, size;      // over symbols
  PointerSetId targets = 0;
  uint64_t bytes = 0;         // at most
  std::vector<HeldLock> held; // of the state, but for flags of what is done once
  const ThreadState* state = nullptr;
};

/// What may make a lock useless.
struct LockFindings {
  std::set<PointerSetId> broken;
  std::set<PointerSetId> initialised;
  std::set<uint64_t> brokenFlags; // by their numbers
  std::set<uint64_t> onceFlags;   // by their numbers
  std::vector<MeetingCall> meetings;
};

} // namespace assay
