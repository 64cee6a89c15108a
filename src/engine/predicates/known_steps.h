// Steps between abstract states, taken from models. Each is a real step of a block between two states in which the
// values of all predicates are known. So it may answer a later question for a step without a query: most questions that
// IC3 asks are answered by a step that is known already.
#pragma once

#include "encode/cut_relation.h"

#include <cstdint>
#include <deque>
#include <vector>

namespace assay {

/// A predicate of a head, twice its number; and one more if it is negated.
using PredicateLiteral = uint32_t;
/// A conjunction, sorted.
using Cube = std::vector<PredicateLiteral>;

/// A state, by the literals that are known to hold in it. The values of predicates that were added later are not known.
class AbstractState {
public:
  AbstractState() = default;
  explicit AbstractState(const Cube& literals);
  bool isIn(const Cube& cube) const;
  bool isOutside(const Cube& cube) const;

private:
  bool holds(PredicateLiteral literal) const;

  std::vector<uint64_t> bits_;
};

class KnownSteps {
public:
  /// `most`: steps to a head that are kept, the last ones.
  KnownSteps(size_t numHeads, size_t most) : most_(most), byTarget_(numHeads) {}
  struct Step {
    CutRelation::Entry entry;
    Cube before; // empty at the start
    AbstractState source, target;
    uint32_t excludedUpTo = 0; // the highest frame that is known to exclude the source
  };
  void add(uint32_t head, const CutRelation::Entry& entry, Cube before, const Cube& after);
  void clear();

  /// A step to the cube at the head, for which `isPossible(step)`; or null.
  template <typename Possible>
  const Step* find(uint32_t head, const Cube& cube, Possible isPossible) {
    std::deque<Step>& steps = byTarget_[head];
    for (size_t i = 0; i < steps.size(); ++i)
      if (steps[i].target.isIn(cube) && isPossible(steps[i])) {
        if (i > 0) std::swap(steps[i], steps[i / 2]); // what helps is soon found
        return &steps[i / 2];
      }
    return nullptr;
  }

private:
  const size_t most_;
  std::vector<std::deque<Step>> byTarget_;
};

} // namespace assay
