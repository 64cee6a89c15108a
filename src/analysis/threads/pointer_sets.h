// Sets of pointers by numbers, and which of them may be the same.
#pragma once

#include "analysis/points_to.h"
#include "analysis/threads/thread_state.h"

#include <map>
#include <unordered_map>
#include <vector>

namespace assay {

class PointerSetTable {
public:
  explicit PointerSetTable(const Program& program);

  const PointsTo& pointsTo() const { return pointsTo_; }
  const PointerSet& operator[](PointerSetId id) const { return sets_[id]; }
  /// What a pointer over the program's variables may be.
  PointerSetId of(Term pointer);
  /// The same of a pointer that two terms mean: the first one says more, unless nothing is known of it.
  PointerSetId of(Term known, Term pointer);

  static constexpr uint64_t kWhole = UINT64_MAX; // a size: all of the object
  /// Whether accesses of so many bytes may have one in common.
  bool mayOverlap(PointerSetId a, uint64_t sizeOfA, PointerSetId b, uint64_t sizeOfB) const;
  /// Whether each of the pointers that is to an object which is alive is to so many bytes inside of it, which may be written
  /// if that is asked.
  bool isInside(PointerSetId id, uint64_t size, bool isWritten) const;
  /// Whether the condition cannot hold, by what its pointers may be.
  bool excludes(Term condition) const { return !pointsTo_.mayHold(condition); }

private:
  const Program& program_;
  PointsTo pointsTo_;
  std::unordered_map<uint32_t, uint64_t> sizes_; // by allocation, where it is known
  std::vector<PointerSet> sets_;
  std::map<std::vector<uint64_t>, PointerSetId> numbers_; // by what they are
  std::unordered_map<uint64_t, PointerSetId> known_;      // by the terms' numbers
};

} // namespace assay
