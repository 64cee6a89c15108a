// What a user is told of objects that threads share: what keeps their accesses in order; and of each pair of accesses that may
// race, where the two are, what each thread holds there, and what would keep them in order.
#pragma once

#include "engine/races/race_check.h"
#include "engine/result.h"

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

namespace assay {

class RaceReport {
public:
  RaceReport(const Program& program, const ThreadWalk& walk, RaceCheck& check, const std::vector<OpenPair>& open);

  /// "a write at x.c:4:3 and a read at x.c:9:10"
  std::string textOf(const OpenPair& pair) const;
  /// Objects by their places, if all pairs were looked at; then the pairs that are open.
  std::vector<SharingNote> notes(bool isComplete) const;

private:
  /// An object that accesses of the user's code go to.
  struct Shared {
    std::set<uint32_t> threads;
    bool isSeveral = false; // threads of one kind
    bool isBeside = false;  // accessed while there may be other threads that know it
    bool isWritten = false; // then
  };
  void collect();
  std::string nameOf(uint32_t object) const;
  SourcePosition positionOf(uint32_t object) const;
  std::string nameOfLock(const HeldLock& lock) const;
  std::string textOf(uint32_t object, const Shared& shared) const;
  std::string guardsOf(uint32_t object) const;
  SourcePosition positionOf(const ThreadAccess& access) const;
  std::string placeOf(const ThreadAccess& access) const;
  std::string functionOf(uint32_t thread) const;
  std::string threadOf(uint32_t thread) const;
  std::string textOf(const ThreadAccess& access) const;
  uint32_t commonObject(const ThreadAccess& a, const ThreadAccess& b) const;
  SharingNote noteOf(const OpenPair& pair) const;
  void adviseLocks(const ThreadAccess& a, const ThreadAccess& b, std::vector<std::string>& helps) const;
  void adviseJoin(const ThreadAccess& a, const ThreadAccess& b, std::vector<std::string>& helps) const;
  void adviseAtomic(const ThreadAccess& a, const ThreadAccess& b, std::vector<std::string>& helps) const;

  const Program& program_;
  const ThreadWalk& walk_;
  RaceCheck& check_;
  const std::vector<OpenPair>& open_;
  std::map<uint32_t, std::pair<std::string, SourcePosition>> sites_; // allocations, by object
  std::map<uint32_t, Shared> shared_;                                // by object
};

} // namespace assay
