// Loops that lie in each other, as one loop: the heads that lead to each other through blocks. A set of states of a
// nest is a condition for each of its heads.
//
// The paper folds loops that have no loop in them, after a transformation that makes one loop with a program counter of
// a nest. Conditions by head are the same without the counter: the condition of a head is what holds where the counter
// has the value for that head.
#pragma once

#include "encode/cut_relation.h"

#include <cstdint>
#include <vector>

namespace assay {

class LoopNests {
public:
  explicit LoopNests(const CutRelation& system);

  uint32_t nestOf(uint32_t head) const { return nestOf_[head]; }
  const std::vector<uint32_t>& heads(uint32_t nest) const { return heads_[nest]; }
  bool isInside(const CutRelation::Entry& entry) const {
    return entry.cut != system_.start() && nestOf_[entry.cut] == nestOf_[system_.target(entry)];
  }
  /// Exits of a head's block that stay in the nest.
  const std::vector<uint32_t>& inside(uint32_t head) const { return inside_[head]; }

private:
  const CutRelation& system_;
  std::vector<uint32_t> nestOf_;             // by head
  std::vector<std::vector<uint32_t>> heads_; // by nest
  std::vector<std::vector<uint32_t>> inside_;
};

} // namespace assay
