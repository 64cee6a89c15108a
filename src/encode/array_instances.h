// Uses of invariants about all elements of arrays (memory/places.h) in an unwinding from any state: what they say of
// the elements that it reads, in the states behind back edges that it begins with; and of invariants about all blocks,
// where memory is records (block_instances.h).
#pragma once

#include "encode/assertion.h"
#include "encode/block_instances.h"

#include <optional>
#include <span>
#include <vector>

namespace assay {

class ArrayInstances {
public:
  /// Adds what new invariants say, and what all say of elements that were read since. Returns where new terms begin.
  size_t update(const Flow& flow, Unwinding& step, std::span<const Assertion> invariants);
  std::span<const Term> terms() const { return terms_; }
  /// Those of one invariant.
  std::span<const Term> of(size_t invariant) const {
    return invariant < of_.size() ? std::span<const Term>(of_[invariant]) : std::span<const Term>();
  }

private:
  void updateBlocks(const Flow& flow, const Unwinding& step, std::span<const Assertion> invariants, size_t numKnown);

  size_t numPlaces_ = 0;
  std::optional<BlockInstances> blocks_;
  std::vector<Term> terms_;
  std::vector<std::vector<Term>> of_; // by invariant
};

} // namespace assay
