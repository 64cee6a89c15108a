// What walks find out (thread_walk.h): for those who ask, and for the next walk.
#pragma once

#include "analysis/threads/pointer_sets.h"
#include "analysis/threads/thread_state.h"

#include <algorithm>
#include <map>
#include <memory>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay {

struct ThreadAccess {
  uint32_t thread = 0;
  EdgeId edge; // of the step
  bool isWrite = false;
  bool isAtomic = false;   // or in an atomic region
  bool isFree = false;     // the object is freed
  bool isOverLock = false; // that this thread, or its creator, may have initialised before
  bool isOfLocks = false;  // by a function of the library for locks
  bool isAlone = false;    // nobody else is alive
  bool isFresh = false;    // nobody else knows the object
  Term pointer, size;      // over symbols; null: not known
  PointerSetId targets = 0;
  uint64_t bytes = 0; // at most
  EdgeId userEdge;    // of the call that leads to the library, or the step's
  std::shared_ptr<const ThreadState> state;
};

/// What another thread holds as long as this one lives.
struct LentLock {
  HeldLock lock;
  uint32_t holder = 0;
};

/// Bytes of a lock, from its address on, that decide whether it can be locked.
inline constexpr uint64_t kBytesOfLock = 20;

/// Something that breaks every lock it may mean.
struct BrokenLock {
  PointerSetId targets = 0;
  EdgeId edge;
  std::string why;
};

/// A call of a function of the library in which a thread may have to wait for others.
struct WaitRequest {
  ThreadRole role = ThreadRole::None;
  uint32_t thread = 0;
  EdgeId userEdge;          // of the call that leads to the library
  PointerSetId targets = 0; // of a lock, or of the flag of what is called once
  bool isExclusive = true;
  std::optional<uint32_t> joined = {};           // the thread whose end it waits for, if that is known
  std::shared_ptr<const ThreadState> state = {}; // before the call
};

/// A lock that a thread may have when it ends.
struct KeptLock {
  uint32_t thread = 0;
  PointerSetId targets = 0;
};

/// A thread that waits by itself, outside of all functions with roles.
struct OtherWait {
  uint32_t thread = 0;
  EdgeId edge;
  std::shared_ptr<const ThreadState> state = {};
};

/// A call for a barrier or a semaphore.
struct MeetingCall {
  ThreadRole role = ThreadRole::None;
  uint32_t thread = 0;
  PointerSetId targets = 0;
  Term object; // a constant; null: not known
  Term count;  // null: not known
  bool isAlone = false;
  bool isFirst = false; // no call of the same role came before it
};

/// Writes of threads in such a state.
struct ThreadWrite {
  uint32_t thread;
  PointerSetId targets;
  uint64_t bytes;
  ThreadNumbers created, joined;
  auto operator<=>(const ThreadWrite&) const = default;
};

/// By thread: who has ended whenever such a thread ends; nothing: it never does.
using ThreadEnds = std::vector<std::optional<ThreadNumbers>>;

/// What walks find out for the next ones.
struct WalkFacts {
  bool hasChanged = false; // another walk is needed
  std::set<ThreadWrite> writes;
  ThreadEnds ended;
  std::set<size_t> brokenJoinLoops;                       // somebody else writes to their cells
  std::set<uint64_t> onceFlags;                           // by their numbers
  std::set<uint64_t> heldAtCreation;                      // locks, by their numbers
  std::map<uint32_t, std::map<uint64_t, HeldFlag>> flags; // that some thread may hold, by objects and numbers
};

/// What is collected when a walk is over.
struct WalkFindings {
  bool isCollecting = false;
  std::vector<ThreadAccess> accesses;
  std::vector<BrokenLock> broken;
  std::set<PointerSetId> initialised; // locks
  std::set<uint64_t> brokenFlags;     // by their numbers
  std::vector<MeetingCall> meetings;
  std::vector<WaitRequest> requests;
  std::vector<KeptLock> kept;
  std::vector<OtherWait> otherWaits;
  std::set<LocationId> obstacles;
  std::set<std::pair<uint32_t, PointerSetId>> takenBack; // locks from threads

  void clear() {
    accesses.clear();
    broken.clear();
    initialised.clear();
    brokenFlags.clear();
    meetings.clear();
    requests.clear();
    kept.clear();
    otherWaits.clear();
    obstacles.clear();
    takenBack.clear();
  }
};

/// Whether the answer to a query is known to be yes: it asks for bytes of an object, which is alive, and has these.
bool isSurelyInside(const Query& query, PointerSetTable& sets);

/// The number of a constant size; otherwise as large as it may be.
inline uint64_t accessedBytes(Term size) {
  constexpr uint64_t kMostBytes = uint64_t{1} << 32;
  return size && size.isValue() ? std::min(size.value().toUint64(), kMostBytes) : PointerSetTable::kWhole;
}
inline uint64_t accessedBytes(Sort sort) { return sort.isBool() ? 1 : (sort.width() + 7) / 8; }

} // namespace assay
