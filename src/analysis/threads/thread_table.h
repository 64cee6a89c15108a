// Threads by how they were created: from one place of the program, by one thread. Of some of them there are several, where a
// thread comes to the place again; the others are unique.
#pragma once

#include "analysis/threads/thread_state.h"

#include <map>
#include <string>
#include <tuple>
#include <vector>

namespace assay {

/// An argument that threads are given when they are created.
struct ThreadArgument {
  Term value;           // over symbols of the creator, as they are then; null: not known, or not the same for all
  bool isFresh = false; // an object that nobody else knew
  bool operator==(const ThreadArgument&) const = default;
};

struct ThreadKind {
  uint32_t parent = 0; // main's is itself
  EdgeId site;
  FunctionId function;
  bool isRepeated = false;
  // The rest is found out anew in each walk.
  bool isCreated = false;
  std::vector<ThreadArgument> arguments;
  std::vector<Term> assumed;                 // what holds for them in the creator
  std::optional<std::vector<HeldLock>> lent; // what the creator holds as long as they live
};

class ThreadTable {
public:
  static constexpr uint32_t kMain = 0;
  ThreadTable() : kinds_(1) {}

  uint32_t size() const { return static_cast<uint32_t>(kinds_.size()); }
  const ThreadKind& operator[](uint32_t thread) const { return kinds_[thread]; }
  ThreadKind& operator[](uint32_t thread) { return kinds_[thread]; }
  /// Made if there is none: what begins the thread is told apart by `start`.
  uint32_t find(uint32_t parent, EdgeId site, FunctionId function, Term start);

  bool isUnique(uint32_t thread) const { return !kinds_[thread].isRepeated; }
  /// Whether all of these threads are that one, or come of it.
  bool isOrComesOf(uint32_t thread, uint32_t ancestor) const;
  /// Whether one of these threads may have begun when that one is in this state.
  bool mayHaveBegun(uint32_t thread, uint32_t other, const ThreadState& state) const;
  /// Whether one of these threads, other than that one, may be alive when that one is in this state.
  bool mayRun(uint32_t thread, uint32_t other, const ThreadState& state) const;
  /// Whether the two states may be there at the same time, of different threads.
  bool areParallel(uint32_t a, const ThreadState& ofA, uint32_t b, const ThreadState& ofB) const;
  /// Whether no other thread is alive.
  bool isAlone(uint32_t thread, const ThreadState& state) const;

private:
  std::vector<ThreadKind> kinds_;
  std::map<std::tuple<uint32_t, EdgeId, FunctionId, uint64_t>, uint32_t> numbers_;
};

} // namespace assay
